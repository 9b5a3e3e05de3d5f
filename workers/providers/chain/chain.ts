import { setTimeout as sleep } from 'node:timers/promises';
import { checkOutput } from '../../../shared/images/output.ts';
import type { Logger } from '../../../shared/log.ts';
import type { ProviderAttempt } from '../../../shared/renders/chain-progress.ts';
import type { Breaker, BreakerOutcome } from '../../breaker/breaker.ts';
import { type Provider, ProviderError, type ProviderRequest } from '../provider.ts';
import { toBreakerOutcome } from './breaker-outcome.ts';
import { type ChainRecord, toChainError } from './chain-error.ts';
import { type ChainContext, type ChainRun, type OutputImage, recordAttempt, tryOnce } from './chain-try.ts';
import { findStartIndex, HandOver, type ProviderElsewhere } from './hand-over.ts';
import type { Machine } from './machine.ts';
import { pauseBeforeRetry } from './retry.ts';

export interface ChainOptions {
  /** Tries of one provider before it is the next one's turn. */
  attempts: number;
  log: Logger;
  breaker: Breaker;
  /** Called with every try and every skipped provider, for the metrics. */
  observe?: (attempt: ProviderAttempt, account: string) => void;
  /** Maximum wait for a provider that asks for one, in milliseconds; the last in the chain gets more. */
  maxWaitMs?: { withNext: number; last: number };
  /** Only of a worker that serves nothing but the models on its own machine. */
  machine?: Machine;
  now?: () => number;
  /** Default: the check of what a customer is given. */
  checkOutput?: typeof checkOutput;
}

export interface ChainResult {
  image: OutputImage;
  provider: string;
  attempts: ProviderAttempt[];
  report: Record<string, unknown>;
}

export interface ProviderChain {
  /** False while another machine can render and this one cannot. */
  takesRenders(signal: AbortSignal): Promise<boolean>;
  /**
   * Renders with the first provider that returns a usable image.
   * @throws ChainError when none does; HandOver when it is the turn of a provider that other workers
   *   serve; the reason of `context.signal` when that aborts.
   */
  render(request: ProviderRequest, context: ChainContext): Promise<ChainResult>;
  close(): Promise<void>;
}

type ChainLink = Provider | ProviderElsewhere;

type Settings = Required<Omit<ChainOptions, 'observe' | 'machine'>> & Pick<ChainOptions, 'observe'>;

/** `links` is the whole chain, including the providers that other workers serve: they decide which is last. */
export function createChain(
  links: readonly ChainLink[],
  { machine, ...options }: ChainOptions,
): ProviderChain {
  const settings = { maxWaitMs: { withNext: 10_000, last: 60_000 }, now: Date.now, checkOutput, ...options };
  return {
    takesRenders: async (signal) => (machine ? machine.takesRenders(signal) : true),
    render: (request, context) => renderWithin(links, settings, request, context),
    async close() {
      await machine?.close();
      await Promise.allSettled(links.map((link) => ('elsewhere' in link ? undefined : link.close?.())));
    },
  };
}

/** Runs the chain under a signal that also aborts at the deadline. */
async function renderWithin(
  links: readonly ChainLink[],
  settings: Settings,
  request: ProviderRequest,
  context: ChainContext,
): Promise<ChainResult> {
  const deadline = new AbortController();
  const remainingMs = Math.max(0, context.deadlineAt - settings.now());
  const timer = setTimeout(() => deadline.abort(new Error('The render deadline has passed.')), remainingMs);
  const { attempts = [], retryAfters = [] } = context.from ?? {};
  const soFar = { attempts: [...attempts], retryAfters: [...retryAfters] };
  const record: ChainRecord = { ...soFar, deadlinePassed: false, cause: undefined };
  const signal = AbortSignal.any([context.signal, deadline.signal]);
  const run = { request, context, signal, record, prediction: undefined };
  try {
    return await firstUsable(links, settings, run);
  } finally {
    clearTimeout(timer);
  }
}

async function firstUsable(
  links: readonly ChainLink[],
  settings: Settings,
  run: ChainRun,
): Promise<ChainResult> {
  const { record, context } = run;
  const { attempts, retryAfters } = record;
  const start = findStartIndex(links, context.from);
  for (const [index, link] of links.entries()) {
    if (index < start) continue;
    if (run.signal.aborted) break;
    run.prediction = link.name === context.from?.next ? context.from.prediction : undefined;
    if ('elsewhere' in link) {
      const { prediction } = run;
      throw new HandOver({ next: link.name, attempts, retryAfters, ...(prediction && { prediction }) });
    }
    // A saved prediction is only fetched, not submitted again: an open breaker does not prevent that.
    if (!run.prediction && !(await isAllowed(link, settings, run))) continue;
    const result = await tryProvider(link, index + 1 === links.length, settings, run);
    if (result) return { ...result, provider: link.name, attempts };
  }
  context.signal.throwIfAborted();
  record.deadlinePassed = run.signal.aborted;
  throw toChainError(record);
}

async function isAllowed(provider: Provider, settings: Settings, run: ChainRun) {
  const permit = await settings.breaker.allows(provider.name);
  if (permit.allowed) return true;
  run.record.retryAfters.push(permit.retryAfterMs / 1000);
  recordAttempt(settings, run, { provider: provider.name, failure: 'unavailable', skipped: true, ms: 0 });
  return false;
}

/** Returns a usable image of this provider, `undefined` when it is the next one's turn. */
async function tryProvider(
  provider: Provider,
  isLast: boolean,
  settings: Settings,
  run: ChainRun,
): Promise<Pick<ChainResult, 'image' | 'report'> | undefined> {
  let outcome: BreakerOutcome = 'abandoned';
  try {
    const result = await withRetries(provider, isLast, settings, run);
    outcome = 'alive';
    return result;
  } catch (error) {
    if (run.signal.aborted) return undefined;
    if (!(error instanceof ProviderError)) throw error;
    outcome = toBreakerOutcome(error);
    run.record.cause = error;
    if (error.retryAfter !== undefined) run.record.retryAfters.push(error.retryAfter);
    return undefined;
  } finally {
    const recorded = settings.breaker.record(provider.name, outcome);
    // A success only closes the breaker for later renders, so this one does not wait for the write.
    if (outcome !== 'alive') await recorded;
  }
}

/** Retries a provider as the table in retry.ts decides, after the pause that it names. */
async function withRetries(
  provider: Provider,
  isLast: boolean,
  settings: Settings,
  run: ChainRun,
): Promise<Pick<ChainResult, 'image' | 'report'>> {
  const { attempts } = settings;
  const maxWaitMs = isLast ? settings.maxWaitMs.last : settings.maxWaitMs.withNext;
  let failures = 0;
  let waitedMs = 0;
  for (;;) {
    const startedAt = settings.now();
    try {
      return await tryOnce(provider, settings, run);
    } catch (error) {
      if (!(error instanceof ProviderError) || run.signal.aborted) throw error;
      if (error.failure === 'failed') failures++;
      const now = settings.now();
      const times = {
        tryMs: now - startedAt,
        waitedMs,
        maxWaitMs,
        remainingMs: run.context.deadlineAt - now,
      };
      const pauseMs = pauseBeforeRetry({ error, failures, attempts, isLast, ...times });
      if (pauseMs === undefined) throw error;
      if (error.failure === 'unavailable') waitedMs += pauseMs;
      await sleep(pauseMs, undefined, { signal: run.signal });
    }
  }
}
