import type { CatalogResult, MatchRequest } from '../../shared/catalog/catalog.ts';
import type { DecodeTurn } from '../../shared/images/decode-slots.ts';
import type { LimitedKey } from '../../shared/keys/daily-limit.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import type { ProductDescriptor } from '../../shared/renders/product-descriptor.ts';
import type { TryOnOrigin } from '../../shared/renders/render-model.ts';
import type { Simulation } from '../../shared/renders/simulations.ts';
import type { RateReport } from './render-limits.ts';

/** Location of the bytes of one image; `field` is its path in the request. */
export type ImageReference =
  | { field: string; kind: 'file'; path: string; bytes: number; sha256: string }
  | { field: string; kind: 'inline'; data: Buffer; sha256: string }
  /** Of this service: it was checked when it was uploaded. */
  | { field: string; kind: 'stored'; data: Buffer; sha256: string }
  | { field: string; kind: 'url'; url: string }
  /** An uploaded file of the account, by its id. */
  | { field: string; kind: 'uploaded'; id: string }
  /** The same, once it was found. */
  | { field: string; kind: 'kept'; blob: string; sha256: string };

/** A product as its caller describes it, and names it in a catalog. */
export interface OrderedProduct extends ProductDescriptor, Omit<MatchRequest, 'color'> {
  images: ImageReference[];
  /** The catalog's product, where the caller has looked it up. */
  found?: CatalogResult;
}

/** Under which key a caller finds the same render again. */
export interface OrderIdentity {
  key: string | undefined;
  /** Lifetime of the key; default: the 24 hours of an Idempotency-Key. */
  keepMs?: number;
  /** Equal for equal orders, however they are written. */
  fingerprint: string;
}

/** A render that is asked for, by whichever protocol. */
export interface RenderOrder {
  /** Chosen by a caller that counts the render before it exists. */
  renderId?: string;
  scene: ImageReference;
  products: OrderedProduct[];
  idempotency: OrderIdentity;
  /** Epoch ms until which the render must have ended. */
  deadlineAt: number;
  /** Called when the render has ended: this URL, or that of the account; `none` calls neither. */
  webhook: { url?: string | undefined } | 'none';
  /** Set for a look of a shopper. */
  tryOn?: TryOnOrigin;
  /** The outcome that a test key has chosen. */
  simulation?: Simulation;
  /** The turn in which its images are decoded; default: that of the account. */
  turn?: DecodeTurn;
  /** Removes the inline images from memory and disk. */
  discard?(): Promise<void>;
}

/** The connection of a caller. */
export interface Connection {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** The caller who orders a render. */
export interface RenderCaller {
  key: Pick<ApiKeyDoc, '_id' | 'account' | 'mode'> & LimitedKey;
  /** `key`: the limits of API keys apply. `store`: a shopper's, within the caps of the store, which pays. */
  kind: 'key' | 'store';
  requestId: string;
  /** As in `RequestContext`. */
  traceparent?: string | undefined;
  /** Epoch ms. */
  receivedAt: number;
  /** Aborts when the caller has gone. */
  signal: AbortSignal;
  /** The Idempotency-Key of the call, as far as it is known before its body was read. */
  idempotencyKey?: string | undefined;
  /** Of a plain call, without `Prefer` and `Idempotency-Key`: only this connection can bring its result. */
  plain?: Connection | undefined;
  /** Receives how many calls of the caller's rate are left. */
  onRate?: RateReport;
}
