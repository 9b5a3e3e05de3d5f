import { untilAborted } from '../../../shared/async/until-aborted.ts';
import type { Logger } from '../../../shared/log.ts';
import type { ChainProgress, Prediction, ProviderAttempt } from '../../../shared/renders/chain-progress.ts';
import { type PredictionNotes, type Provider, ProviderError, type ProviderRequest } from '../provider.ts';
import type { ChainEnd } from './chain-error.ts';
import { createPredictionNotes, type RenderPredictions } from './prediction-notes.ts';

export interface ChainContext<Image> {
  /** Aborts when the lease is lost or the render was cancelled: `render` then rejects with its reason. */
  signal: AbortSignal;
  log: Logger;
  progress(share: number, note: string): void;
  /** Milliseconds since 1970; the whole chain ends by then. */
  deadlineAt: number;
  /** How far other workers came before they handed the render over or were lost. */
  from?: ChainProgress | undefined;
  /** Absent: a job is not taken over when this worker is lost. */
  jobs?: RenderPredictions;
  /** Checks a provider's image and brings it to its final form; throws when it is unusable. */
  accept(image: Buffer): Promise<Image>;
}

/** What one render knows on its way through the chain. */
export interface Run<Image> {
  request: ProviderRequest;
  context: ChainContext<Image>;
  /** The caller's signal or the deadline. */
  signal: AbortSignal;
  end: ChainEnd;
  /** Of the provider at which this worker starts; its first try takes it. */
  job: Prediction | undefined;
}

export interface TrySettings {
  now: () => number;
  /** Told of every try and every skipped provider, for the metrics. */
  observe?: (attempt: ProviderAttempt) => void;
}

/**
 * One try of one provider: its image, checked and in its final form. Told to whoever observes, and noted
 * with the render, however it ends.
 * @throws ProviderError, also when the signal aborts.
 */
export async function tryOnce<Image>(
  provider: Provider,
  settings: TrySettings,
  run: Run<Image>,
): Promise<{ image: Image; report: Record<string, unknown> }> {
  const { request, context, signal, end } = run;
  const startedAt = settings.now();
  const log = context.log.child({ provider: provider.name });
  const attempt: ProviderAttempt = { provider: provider.name, ms: 0 };
  const jobs = predictionNotesOf(provider, run, log);
  try {
    const work = provider.render(request, { signal, log, progress: context.progress, ...(jobs && { jobs }) });
    const { image, report = {} } = await untilAborted(work, signal);
    return { image: await untilAborted(usable(context.accept(image)), signal), report };
  } catch (error) {
    const failure = toProviderError(error);
    attempt.failure = failure.failure;
    if (failure.safety) attempt.safety = true;
    if (failure.hung) attempt.hung = true;
    log.warn({ err: failure, failure: failure.failure, aborted: signal.aborted }, 'provider attempt failed');
    throw failure;
  } finally {
    attempt.ms = settings.now() - startedAt;
    // A try that we broke off says nothing about the provider: it counts as not taken.
    if (signal.aborted && attempt.failure) Object.assign(attempt, { failure: 'unavailable', aborted: true });
    // It goes on in another worker, which will count it and its cost.
    const goesOn = attempt.aborted && (await jobs?.goesOn(signal.reason));
    if (!goesOn) note(settings, end, attempt);
  }
}

function predictionNotesOf<Image>(
  { name }: Provider,
  run: Run<Image>,
  log: Logger,
): PredictionNotes | undefined {
  const { jobs } = run.context;
  if (!jobs) return undefined;
  const { attempts, retryAfters } = run.end;
  const soFar = () => ({ next: name, attempts: [...attempts], retryAfters: [...retryAfters] });
  const notes = createPredictionNotes(jobs, soFar, run.job, log);
  run.job = undefined;
  return notes;
}

async function usable<Image>(accepted: Promise<Image>): Promise<Image> {
  try {
    return await accepted;
  } catch (cause) {
    throw new ProviderError('failed', 'The provider returned an unusable image.', { cause });
  }
}

/** Anything but a ProviderError is a bug of the adapter; to the render it is a failed try like another. */
function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  return new ProviderError('failed', 'The provider failed unexpectedly.', { cause: error });
}

/** Waiting for a busy model makes many short tries; the render document keeps the first ones. */
const mostNoted = 24;

export function note(settings: Pick<TrySettings, 'observe'>, end: ChainEnd, attempt: ProviderAttempt): void {
  if (end.attempts.length < mostNoted || attempt.failure !== 'unavailable') end.attempts.push(attempt);
  settings.observe?.(attempt);
}
