import type { ImageMime } from '../../shared/images/sniff.ts';
import type { Logger } from '../../shared/log.ts';
import type { Prediction } from '../../shared/renders/chain-progress.ts';
import type { ProductDescriptor } from '../../shared/renders/product-descriptor.ts';

/** An image as a provider gets it: upright, metadata stripped, at most 2048 px on its long side. */
export interface ProviderImage {
  bytes: Buffer;
  mime: ImageMime;
  width: number;
  height: number;
}

export interface ProviderProduct extends ProductDescriptor {
  /** 1 to 4 reference images; a merchant's come best first. */
  images: ProviderImage[];
}

export interface ProviderRequest {
  renderId: string;
  scene: ProviderImage;
  products: ProviderProduct[];
  /** Built in one place from the products; providers that take no text ignore it. */
  prompt: string;
  /** Pixels of the image to deliver: the scene's aspect, long side ≤ 2048. */
  output: { width: number; height: number };
}

export interface ProviderContext {
  /** Aborts when the lease is lost, the render was cancelled or its deadline has passed. */
  signal: AbortSignal;
  log: Logger;
  /** Share of the work done, 0 to 1, and a short note such as `starting` or `step 12 of 30`. */
  progress(share: number, note: string): void;
  /** Absent where nobody could go on with a job. */
  jobs?: PredictionNotes;
}

/** What a provider with a queue of its own writes down of the job it submitted (bought-job.ts). */
export interface PredictionNotes {
  /** The job that an earlier worker of this render submitted under this key; given once. */
  take(key: string): Prediction | undefined;
  /** Writes the job down, best effort; never rejects. */
  keep(job: Prediction): Promise<void>;
  /** Whether another worker goes on with the job after ours was aborted for this reason; never rejects. */
  goesOn(reason: unknown): Promise<boolean>;
}

export interface ProviderResult {
  /** The rendered image in any accepted type; the worker checks it and brings it to PNG. */
  image: Buffer;
  /** What the provider wants remembered with the render, e.g. `{ cutout: ['high'] }`; small and without secrets. */
  report?: Record<string, unknown>;
}

export interface Provider {
  name: string;
  render(request: ProviderRequest, context: ProviderContext): Promise<ProviderResult>;
  /** Whether the model can be worked with now, busy or not; only where it is one of our own. */
  ready?(signal: AbortSignal): Promise<boolean>;
  close?(): Promise<void>;
}

/**
 * How a provider failed decides what happens next:
 * - `rejected`: this provider will never accept this input (ask the next one, no retry here);
 * - `failed`: it took the work and failed (retry inside the deadline, then the next one); one that hung
 *   counts for the breaker too, and is asked again only where it is the last;
 * - `unavailable`: it could not take the work (counts for the breaker, then the next one).
 */
export type FailureClass = 'rejected' | 'failed' | 'unavailable';

/** The one error a provider throws; `message` may be shown to the caller, so it holds no secret and no internal address. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly failure: FailureClass;
  /** The provider refused the content for safety reasons. */
  readonly safety: boolean;
  /** Seconds the provider asked us to wait, from its `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** It was overloaded or restarting, and may take the work in a moment. */
  readonly passing: boolean;
  /** It did not answer within its time: a second try would take as long, and may be billed as well. */
  readonly hung: boolean;

  constructor(
    failure: FailureClass,
    message: string,
    options: {
      safety?: boolean;
      retryAfter?: number;
      hung?: boolean;
      passing?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.failure = failure;
    this.safety = options.safety ?? false;
    this.retryAfter = options.retryAfter;
    this.hung = options.hung ?? false;
    this.passing = options.passing ?? false;
  }
}
