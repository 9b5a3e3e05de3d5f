import { untilAborted } from '../../../shared/async/until-aborted.ts';
import type { checkOutput } from '../../../shared/images/output.ts';
import type { Logger } from '../../../shared/log.ts';
import type { ChainProgress, Prediction, ProviderAttempt } from '../../../shared/renders/chain-progress.ts';
import { type PredictionNotes, type Provider, ProviderError, type ProviderRequest } from '../provider.ts';
import type { ChainRecord } from './chain-error.ts';
import { createPredictionNotes, type RenderPredictions } from './prediction-notes.ts';

/** An image that a customer can be given. */
export type OutputImage = Awaited<ReturnType<typeof checkOutput>>;

export interface ChainContext {
  /** Who pays for the render, for the statistics. */
  account: string;
  /** Aborts when the lease is lost or the render was cancelled: `render` then rejects with its reason. */
  signal: AbortSignal;
  log: Logger;
  progress(share: number, note: string, provider: string): void;
  /** Epoch milliseconds; the whole chain ends by then. */
  deadlineAt: number;
  /** The position in the chain when another worker handed the render over or was lost. */
  from?: ChainProgress | undefined;
  /** Absent: predictions are not saved, so no other worker can resume them. */
  predictions?: RenderPredictions;
}

/** One render on its way through the chain. */
export interface ChainRun {
  request: ProviderRequest;
  context: ChainContext;
  /** The caller's signal or the deadline. */
  signal: AbortSignal;
  record: ChainRecord;
  /** Saved by an earlier worker at the provider where this one starts; the first try takes it. */
  prediction: Prediction | undefined;
}

export interface TrySettings {
  now: () => number;
  /** Checks a provider's image and converts it to its final form. */
  checkOutput: typeof checkOutput;
  /** Called with every try and every skipped provider, for the metrics. */
  observe?: (attempt: ProviderAttempt, account: string) => void;
}

/**
 * One try of one provider: returns its image, checked and in its final form. However it ends, the try is
 * observed and recorded with the render.
 * @throws ProviderError, also when the signal aborts.
 */
export async function tryOnce(
  provider: Provider,
  settings: TrySettings,
  run: ChainRun,
): Promise<{ image: OutputImage; report: Record<string, unknown> }> {
  const { request, context, signal } = run;
  const startedAt = settings.now();
  const log = context.log.child({ provider: provider.name });
  const attempt: ProviderAttempt = { provider: provider.name, ms: 0 };
  const predictions = buildPredictionNotes(provider, run, log);
  try {
    const progress = (share: number, note: string) => context.progress(share, note, provider.name);
    const work = provider.render(request, { signal, log, progress, ...(predictions && { predictions }) });
    // The deadline holds even for a provider that ignores its signal.
    const { image, report = {} } = await untilAborted(work, signal);
    return { image: await untilAborted(toOutput(settings, request, image), signal), report };
  } catch (error) {
    const failure = asProviderError(error);
    attempt.failure = failure.failure;
    if (failure.safety) attempt.safety = true;
    if (failure.hung) attempt.hung = true;
    if (signal.aborted) log.debug('provider attempt aborted');
    else logFailure(log, error, failure);
    throw failure;
  } finally {
    attempt.ms = settings.now() - startedAt;
    // A try that we aborted says nothing about the provider: it counts as not accepted.
    if (signal.aborted && attempt.failure) Object.assign(attempt, { failure: 'unavailable', aborted: true });
    // The worker that resumes the prediction counts the try and its cost.
    const resumed = attempt.aborted && (await predictions?.continuesElsewhere(signal.reason));
    if (!resumed) recordAttempt(settings, run, attempt);
  }
}

function buildPredictionNotes({ name }: Provider, run: ChainRun, log: Logger): PredictionNotes | undefined {
  const { predictions } = run.context;
  if (!predictions) return undefined;
  const { attempts, retryAfters } = run.record;
  const soFar = () => ({ next: name, attempts: [...attempts], retryAfters: [...retryAfters] });
  const notes = createPredictionNotes(predictions, soFar, run.prediction, log);
  run.prediction = undefined;
  return notes;
}

async function toOutput(
  settings: TrySettings,
  { scene, output }: ProviderRequest,
  image: Buffer,
): Promise<OutputImage> {
  try {
    return await settings.checkOutput(image, { scene: scene.bytes, expected: output });
  } catch (cause) {
    throw new ProviderError('failed', 'The provider returned an unusable image.', { cause });
  }
}

/** A failing provider is expected, and its message explains it; only a bug of the adapter gets a stack. */
function logFailure(log: Logger, error: unknown, { failure, message, cause }: ProviderError): void {
  if (!(error instanceof ProviderError)) {
    log.error({ err: error }, 'provider adapter failed');
    return;
  }
  const because = cause instanceof Error ? { cause: cause.message } : {};
  log.warn({ failure, reason: message, ...because }, 'provider attempt failed');
}

/** Anything but a ProviderError is a bug of the adapter; the render treats it as a failed try. */
function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  return new ProviderError('failed', 'The provider failed unexpectedly.', { cause: error });
}

/** Waiting for a busy model makes many short tries; the render document keeps the first ones. */
const maxRecorded = 24;

export function recordAttempt(
  settings: Pick<TrySettings, 'observe'>,
  { record: { attempts }, context }: Pick<ChainRun, 'record' | 'context'>,
  attempt: ProviderAttempt,
): void {
  if (attempts.length < maxRecorded || attempt.failure !== 'unavailable') attempts.push(attempt);
  settings.observe?.(attempt, context.account);
}
