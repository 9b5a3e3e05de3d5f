import type { ImageMime } from '../../shared/images/sniff.ts';
import type { Logger } from '../../shared/log.ts';
import type { Prediction } from '../../shared/renders/chain-progress.ts';
import type { ProductDescriptor } from '../../shared/renders/product-descriptor.ts';
import type { Simulation } from '../../shared/renders/simulations.ts';

/** An image as a provider receives it: upright, metadata stripped, at most 2048 px on its long side. */
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
  /** Continues the trace of the caller's request; only for models of our own, since it says when a caller was here. */
  traceparent?: string | undefined;
  scene: ProviderImage;
  products: ProviderProduct[];
  /** Built from the products by prompt.ts; providers that take no text ignore it. */
  prompt: string;
  /** Pixels of the image to deliver: the scene's aspect, long side ≤ 2048. */
  output: { width: number; height: number };
  /** The outcome that a test key has chosen; only the simulated provider reads it. */
  simulation?: Simulation;
}

export interface ProviderContext {
  /** Aborts when the lease is lost, the render was cancelled or its deadline has passed. */
  signal: AbortSignal;
  log: Logger;
  /** Share of the work done, 0 to 1, and a short note such as `starting` or `step 12 of 30`. */
  progress(share: number, note: string): void;
  /** Absent where no other worker could resume a prediction. */
  predictions?: PredictionNotes;
}

/** Saves the prediction that a provider with a queue of its own submitted (predictions/prediction.ts). */
export interface PredictionNotes {
  /** Returns the prediction that an earlier worker of this render submitted under this key. */
  takeSaved(key: string): Prediction | undefined;
  /** Best effort; never rejects. */
  save(prediction: Prediction): Promise<void>;
  /** Returns true if another worker resumes the prediction after we aborted for this reason; never rejects. */
  continuesElsewhere(reason: unknown): Promise<boolean>;
}

export interface ProviderResult {
  /** The rendered image in any accepted type; the worker checks it and converts it to PNG. */
  image: Buffer;
  /** Details that the provider saves with the render, e.g. `{ cutout: ['high'] }`; small and without secrets. */
  report?: Record<string, unknown>;
}

export interface Provider {
  name: string;
  render(request: ProviderRequest, context: ProviderContext): Promise<ProviderResult>;
  /** Returns true if the model is loaded and reachable, busy or not; only for models of our own. */
  ready?(signal: AbortSignal): Promise<boolean>;
  close?(): Promise<void>;
}

/**
 * The class of a provider's failure decides what happens next:
 * - `rejected`: this provider will never accept this input (no retry, next provider);
 * - `failed`: it accepted the work and failed (retry inside the deadline, then the next provider); one that
 *   hung counts for the breaker too, and is tried again only when it is the last of the chain;
 * - `unavailable`: it could not accept the work (counts for the breaker, then the next provider).
 */
export type FailureClass = 'rejected' | 'failed' | 'unavailable';

/** The only error a provider throws; callers may see `message`, so it contains no secret and no internal address. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly failure: FailureClass;
  /** The provider refused the content for safety reasons. */
  readonly safety: boolean;
  /** Seconds to wait, from the provider's `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** It was overloaded or restarting, and may accept the work in a moment. */
  readonly transient: boolean;
  /** It did not respond within its time: a second try would take as long, and may be billed as well. */
  readonly hung: boolean;

  constructor(
    failure: FailureClass,
    message: string,
    options: {
      safety?: boolean;
      retryAfter?: number;
      hung?: boolean;
      transient?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.failure = failure;
    this.safety = options.safety ?? false;
    this.retryAfter = options.retryAfter;
    this.hung = options.hung ?? false;
    this.transient = options.transient ?? false;
  }
}
