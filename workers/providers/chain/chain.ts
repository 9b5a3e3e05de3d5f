import { setTimeout as sleep } from 'node:timers/promises';
import pRetry from 'p-retry';
import type { Breaker, BreakerOutcome } from '../../../shared/breaker/breaker.ts';
import type { Logger } from '../../../shared/log.ts';
import type { ProviderAttempt } from '../../../shared/renders/chain-progress.ts';
import { type Provider, ProviderError, type ProviderRequest } from '../provider.ts';
import { learnedFrom } from './breaker-outcome.ts';
import { type ChainEnd, toChainError } from './chain-error.ts';
import { type ChainContext, note, type Run, tryOnce } from './chain-try.ts';
import { type Elsewhere, HandOver, startOf } from './hand-over.ts';
import type { Machine } from './machine.ts';
import { pauseBeforeRetry } from './retry.ts';

export interface ChainOptions {
  /** Tries within one provider before the next one is asked. */
  attempts: number;
  log: Logger;
  breaker: Breaker;
  /** Told of every try and every skipped provider, for the metrics. */
  observe?: (attempt: ProviderAttempt) => void;
  /** Longest wait for a provider that asks for one, in milliseconds; the last in the chain gets more. */
  patience?: { withNext: number; last: number };
  /** Of a worker that serves only the models beside it. */
  machine?: Machine;
  now?: () => number;
}

export interface ChainResult<Image> {
  image: Image;
  provider: string;
  attempts: ProviderAttempt[];
  report: Record<string, unknown>;
}

export interface ProviderChain {
  /** False where a render is better left to another machine. */
  takesRenders(signal: AbortSignal): Promise<boolean>;
  /**
   * Renders with the first provider that brings a usable image.
   * @throws ChainError when none does; HandOver when it is the turn of a provider that is served
   *   elsewhere; the reason of `context.signal` when that aborts.
   */
  render<Image>(request: ProviderRequest, context: ChainContext<Image>): Promise<ChainResult<Image>>;
  close(): Promise<void>;
}

type ChainLink = Provider | Elsewhere;

type Settings = Required<Omit<ChainOptions, 'observe' | 'machine'>> & Pick<ChainOptions, 'observe'>;

/** The whole chain, also with the providers that are served elsewhere: they decide what comes last. */
export function createChain(
  links: readonly ChainLink[],
  { machine, ...options }: ChainOptions,
): ProviderChain {
  const settings = { patience: { withNext: 10_000, last: 60_000 }, now: Date.now, ...options };
  return {
    takesRenders: async (signal) => (machine ? machine.takesRenders(signal) : true),
    render: (request, context) => renderWithin(links, settings, request, context),
    async close() {
      await machine?.close();
      await Promise.allSettled(links.map((link) => ('elsewhere' in link ? undefined : link.close?.())));
    },
  };
}

/** Runs the chain under a signal of its own that also ends at the deadline. */
async function renderWithin<Image>(
  links: readonly ChainLink[],
  settings: Settings,
  request: ProviderRequest,
  context: ChainContext<Image>,
): Promise<ChainResult<Image>> {
  const deadline = new AbortController();
  const remainingMs = Math.max(0, context.deadlineAt - settings.now());
  const timer = setTimeout(() => deadline.abort(new Error('The render deadline has passed.')), remainingMs);
  const { attempts = [], retryAfters = [] } = context.from ?? {};
  const soFar = { attempts: [...attempts], retryAfters: [...retryAfters] };
  const end: ChainEnd = { ...soFar, deadlinePassed: false, cause: undefined };
  const signal = AbortSignal.any([context.signal, deadline.signal]);
  const run = { request, context, signal, end, job: undefined };
  try {
    return await firstUsable(links, settings, run);
  } finally {
    clearTimeout(timer);
  }
}

async function firstUsable<Image>(
  links: readonly ChainLink[],
  settings: Settings,
  run: Run<Image>,
): Promise<ChainResult<Image>> {
  const { end, context } = run;
  const { attempts, retryAfters } = end;
  const start = startOf(links, context.from);
  for (const [index, link] of links.entries()) {
    if (index < start) continue;
    if (run.signal.aborted) break;
    run.job = link.name === context.from?.next ? context.from.job : undefined;
    if ('elsewhere' in link) {
      throw new HandOver({ next: link.name, attempts, retryAfters, ...(run.job && { job: run.job }) });
    }
    // A job that waits for us is asked for, not ordered: no breaker spares its provider that.
    if (!run.job && !(await isAllowed(link, settings, run))) continue;
    const result = await tryProvider(link, index + 1 === links.length, settings, run);
    if (result) return { ...result, provider: link.name, attempts };
  }
  context.signal.throwIfAborted();
  end.deadlinePassed = run.signal.aborted;
  throw toChainError(end);
}

async function isAllowed<Image>(provider: Provider, settings: Settings, { end }: Run<Image>) {
  const permit = await settings.breaker.allows(provider.name);
  if (permit.allowed) return true;
  end.retryAfters.push(permit.retryAfterMs / 1000);
  note(settings, end, { provider: provider.name, failure: 'unavailable', skipped: true, ms: 0 });
  return false;
}

/** A usable image of this provider, `undefined` when the next one is to be asked. */
async function tryProvider<Image>(
  provider: Provider,
  isLast: boolean,
  settings: Settings,
  run: Run<Image>,
): Promise<Pick<ChainResult<Image>, 'image' | 'report'> | undefined> {
  let outcome: BreakerOutcome = 'abandoned';
  try {
    const result = await withRetries(provider, isLast, settings, run);
    outcome = 'alive';
    return result;
  } catch (error) {
    if (run.signal.aborted) return undefined;
    if (!(error instanceof ProviderError)) throw error;
    outcome = learnedFrom(error);
    run.end.cause = error;
    if (error.retryAfter !== undefined) run.end.retryAfters.push(error.retryAfter);
    return undefined;
  } finally {
    const recorded = settings.breaker.record(provider.name, outcome);
    // Good news concerns the next render only: this one need not wait until it is written down.
    if (outcome !== 'alive') await recorded;
  }
}

/** p-retry gives the loop; how long to pause, and whether at all, is the table in retry.ts. */
function withRetries<Image>(
  provider: Provider,
  isLast: boolean,
  settings: Settings,
  run: Run<Image>,
): Promise<Pick<ChainResult<Image>, 'image' | 'report'>> {
  const patienceMs = isLast ? settings.patience.last : settings.patience.withNext;
  let [failures, waitedMs, pauseMs, startedAt] = [0, 0, 0, 0];
  const attempt = async () => {
    if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: run.signal });
    startedAt = settings.now();
    return tryOnce(provider, settings, run);
  };
  return pRetry(attempt, {
    retries: Number.POSITIVE_INFINITY,
    minTimeout: 0,
    signal: run.signal,
    shouldRetry({ error }) {
      if (!(error instanceof ProviderError) || run.signal.aborted) return false;
      if (error.failure === 'failed') failures++;
      const now = settings.now();
      const pause = pauseBeforeRetry({
        error,
        failures,
        attempts: settings.attempts,
        tryMs: now - startedAt,
        waitedMs,
        patienceMs,
        remainingMs: run.context.deadlineAt - now,
        isLast,
      });
      pauseMs = pause ?? 0;
      if (error.failure === 'unavailable') waitedMs += pauseMs;
      return pause !== undefined;
    },
  });
}
