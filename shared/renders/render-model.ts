import { type Connection, type Model, Schema } from 'mongoose';
import { type WebhookOutbox, webhookOutbox } from '../deliveries/webhook-outbox.ts';
import type { ErrorCode } from '../errors.ts';
import type { ImageMime } from '../images/sniff.ts';
import type { LookItem } from '../try-on/contract.ts';
import type { SavedChainProgress } from './chain-progress.ts';
import { descriptorColumns, type ProductDescriptor } from './product-descriptor.ts';
import type { Simulation } from './simulations.ts';
import { type EndingName, type RenderState, renderStates } from './states.ts';

/** An image in the blob storage; pixels are those of the upright image. */
export interface StoredImage {
  blob: string;
  mime: ImageMime;
  width: number;
  height: number;
  bytes: number;
}

export interface RenderProduct extends ProductDescriptor {
  images: StoredImage[];
  fidelity: 'generic' | 'merchant';
  storeSlug?: string;
}

export interface RenderFailure {
  code: ErrorCode;
  message: string;
  retryAfter?: number;
  /** A provider refused the content for safety reasons. */
  safety?: true;
}

/** Milliseconds of each part of a render, shown as `Server-Timing`. */
export interface RenderTimings {
  intake?: number;
  queue?: number;
  provider?: number;
  encode?: number;
}

/** A worker's claim on a running render; one whose token is no longer `fence` can change nothing. */
export interface Lease {
  worker: string;
  until: Date;
}

/** Who a try-on is rendered for, and from what. */
export interface TryOnOrigin {
  /** Id of the store, which names the products of `items`. */
  store: string;
  /** Unset once the visitor was erased. */
  visitor?: string;
  /** Unset once the photo was deleted. */
  photo?: { kind: 'upload' | 'model'; id: string };
  items: LookItem[];
  /** The render whose image was not right, if this is the second attempt at it that its visitor has free. */
  secondOf?: string;
  /** When the shopper received how it ended. */
  shownAt?: Date;
}

export interface RenderDoc {
  _id: string;
  account: string;
  /** The API key that started it, or `store:{slug}` for a try-on. */
  keyId: string;
  mode: 'live' | 'test';
  state: RenderState;
  scene: StoredImage;
  products: RenderProduct[];
  output: { width: number; height: number };
  requestId: string;
  /** Of the request that started it, where traces are followed. */
  traceparent?: string;
  /**
   * Only of a call without `Prefer` and `Idempotency-Key`, until its caller has the response: the API process at which
   * it waits (a member of the installation), and what an equal call has.
   */
  caller?: { api: string; fingerprint: string };
  /** `key`: the key's mode and the Idempotency-Key, `live:…`. */
  idempotency?: { key: string; fingerprint: string; until: Date };
  /** The hold on the account that pays for this render; absent in test mode. */
  holdId?: string;
  /** Counts claims; the newest claim's number is its fencing token. */
  fence: number;
  lease?: Lease;
  /** Number of times it was enqueued; part of the job id. Absent in documents of the previous release. */
  enqueueCount?: number;
  /** The name of `enqueueCount` in the previous release; only read (enqueue-count.ts). */
  delivery?: number;
  /** Only when the render was handed over to another provider's workers, or has a prediction. */
  chain?: SavedChainProgress;
  result?: StoredImage & { provider: string };
  failure?: RenderFailure;
  /** The transition that ended it; absent in documents of the previous release. */
  ending?: EndingName;
  /** The credit was given back after the capture; the ledger has the line. */
  refund?: { reason: string; at: Date };
  report?: Record<string, unknown>;
  /** Due once the render has ended. */
  webhook?: WebhookOutbox;
  /** Only when a shopper started it. */
  tryOn?: TryOnOrigin;
  /** The outcome that a test key has chosen. */
  simulation?: Simulation;
  timings: RenderTimings;
  deadlineAt: Date;
  createdAt: Date;
  queuedAt?: Date;
  startedAt?: Date;
  endedAt?: Date;
  /** When the images of an ended render are deleted; unset once they are gone. */
  inputsUntil?: Date;
  outputUntil?: Date;
  /** When the image of a succeeded render was deleted: its record stays. */
  imageDeletedAt?: Date;
  /** TTL of the document itself. */
  keepUntil?: Date;
}

const predictionType = { key: String, submittedAt: Date, ref: Schema.Types.Mixed };
/** The columns of a `StoredImage`. */
export const storedImageColumns = {
  blob: String,
  mime: String,
  width: Number,
  height: Number,
  bytes: Number,
};

const schema = new Schema<RenderDoc>(
  {
    _id: { type: String, required: true },
    account: { type: String, required: true },
    keyId: { type: String, required: true },
    mode: { type: String, enum: ['live', 'test'], required: true },
    state: { type: String, enum: renderStates, required: true },
    scene: { type: storedImageColumns, _id: false, required: true },
    products: [
      {
        _id: false,
        ...descriptorColumns,
        images: [{ ...storedImageColumns, _id: false }],
        fidelity: { type: String, enum: ['generic', 'merchant'] },
        storeSlug: String,
      },
    ],
    output: { type: { width: Number, height: Number }, _id: false, required: true },
    requestId: String,
    traceparent: String,
    idempotency: { type: { key: String, fingerprint: String, until: Date }, _id: false },
    caller: { type: { api: String, fingerprint: String }, _id: false },
    holdId: String,
    fence: { type: Number, required: true },
    lease: { type: { worker: String, until: Date }, _id: false },
    enqueueCount: Number,
    delivery: Number,
    chain: {
      type: {
        next: String,
        attempts: [Schema.Types.Mixed],
        retryAfters: [Number],
        prediction: { type: predictionType, _id: false },
        // The former name of `prediction`; read for one release.
        job: { type: predictionType, _id: false },
        handOvers: Number,
      },
      _id: false,
    },
    result: { type: { ...storedImageColumns, provider: String }, _id: false },
    failure: { type: { code: String, message: String, retryAfter: Number, safety: Boolean }, _id: false },
    ending: String,
    refund: { type: { reason: String, at: Date }, _id: false },
    report: Schema.Types.Mixed,
    webhook: webhookOutbox,
    tryOn: {
      type: {
        store: String,
        visitor: String,
        photo: { type: { kind: { type: String }, id: String }, _id: false },
        items: [{ _id: false, productId: String, variantId: String }],
        secondOf: String,
        shownAt: Date,
      },
      _id: false,
    },
    simulation: { type: { name: String, seconds: Number }, _id: false },
    timings: { type: { intake: Number, queue: Number, provider: Number, encode: Number }, _id: false },
    deadlineAt: { type: Date, required: true },
    createdAt: { type: Date, required: true },
    queuedAt: Date,
    startedAt: Date,
    endedAt: Date,
    inputsUntil: Date,
    outputUntil: Date,
    imageDeletedAt: Date,
    keepUntil: Date,
  },
  { versionKey: false, autoCreate: false, autoIndex: false, minimize: true, strict: 'throw' },
);

// One render per account, mode and Idempotency-Key, while the key is kept: the saved key contains the mode.
schema.index(
  { account: 1, 'idempotency.key': 1 },
  { unique: true, partialFilterExpression: { 'idempotency.key': { $exists: true } } },
);
// The renders that a caller who was cut off may find again (`adoptOrphan`).
schema.index(
  { 'caller.fingerprint': 1 },
  { partialFilterExpression: { 'caller.fingerprint': { $exists: true } } },
);
// The pages of an account's renders, newest first, in their whole order: without the id, each page would sort all of them.
schema.index({ account: 1, createdAt: -1, _id: -1 });
// `credits verify` reads all renders of an account, by page.
schema.index({ account: 1, _id: 1 });
// The sweeper's open renders (new, queued, running), and the count of those that wait.
schema.index({ state: 1, createdAt: 1, _id: 1 });
// Operators: outcomes by hour and the newest failures (/ops).
schema.index({ mode: 1, state: 1, endedAt: -1, 'failure.code': 1 });
// Operators: the renders of one request id (/ops/renders).
schema.index({ requestId: 1, createdAt: -1, _id: -1 });
// The webhooks that are due (`sendWebhooks`).
schema.index({ 'webhook.nextAt': 1 }, { partialFilterExpression: { 'webhook.state': 'waiting' } });
// Operators: the newest webhooks, of which those that failed may be few (/ops/webhooks).
schema.index(
  { 'webhook.state': 1, _id: -1 },
  { partialFilterExpression: { 'webhook.state': { $exists: true } } },
);
// Operators: the try-ons of one store, newest first (/ops/renders).
schema.index({ keyId: 1, _id: -1 }, { partialFilterExpression: { tryOn: { $exists: true } } });
// The inputs and the results whose retention has ended (`purgeImages`).
schema.index({ inputsUntil: 1 }, { partialFilterExpression: { inputsUntil: { $exists: true } } });
schema.index({ outputUntil: 1 }, { partialFilterExpression: { outputUntil: { $exists: true } } });
// The renders of one visitor, newest first.
schema.index(
  { 'tryOn.visitor': 1, createdAt: -1, _id: -1 },
  { partialFilterExpression: { 'tryOn.visitor': { $exists: true } } },
);
schema.index({ keepUntil: 1 }, { expireAfterSeconds: 0 });

export type RenderModel = Model<RenderDoc>;

export function renderModel(connection: Connection): RenderModel {
  return connection.model<RenderDoc>('Render', schema, 'renders');
}
