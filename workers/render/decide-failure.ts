import { BlobNotFound } from '../../shared/blobs/blob-storage.ts';
import type { Config } from '../../shared/config/variables.ts';
import type { FleetClock } from '../../shared/jobs/fleet-clock.ts';
import type { Logger } from '../../shared/log.ts';
import { endRender, type RenderModels, type Retention } from '../../shared/renders/end-render.ts';
import { renderFailures } from '../../shared/renders/failures.ts';
import type { RenderDoc, RenderFailure } from '../../shared/renders/render-model.ts';
import type { RequeueDependencies } from '../../shared/renders/requeue-render.ts';
import { ChainError } from '../providers/chain/chain-error.ts';
import { HandOver } from '../providers/chain/hand-over.ts';
import { ShuttingDown } from '../runtime.ts';
import { giveBack, handOver } from './back-to-queue.ts';
import { RenderCancelled } from './cancellations.ts';
import { LeaseLost } from './lease.ts';
import { InputUnreadable } from './load-request.ts';
import type { StorageGate } from './storage-gate.ts';
import { timingsUntil } from './timings.ts';

export type FailureOutcome = 'failed' | 'cancelled' | 'given-back' | 'handed-over' | 'lost';

type FailureDependencies = RequeueDependencies & {
  database: RenderModels;
  clock: Pick<FleetClock, 'now'>;
  storage: Pick<StorageGate, 'reportUnreadable'>;
  config: Retention & Pick<Config, 'RENDER_ATTEMPTS'>;
};

/**
 * Ends a render that failed, or gives it to another worker when the failure is this worker's. Changes nothing for a render
 * that was cancelled, or that another claim owns.
 */
export async function decideFailure(
  dependencies: FailureDependencies,
  render: RenderDoc,
  error: unknown,
  log: Logger,
): Promise<FailureOutcome> {
  if (error instanceof RenderCancelled) {
    log.info('render cancelled');
    return 'cancelled';
  }
  if (error instanceof LeaseLost) {
    log.warn({ reason: error.message }, 'this worker no longer owns the render');
    return 'lost';
  }
  if (error instanceof ShuttingDown) return giveBack(dependencies, render, log);
  if (error instanceof HandOver) {
    return handOver(dependencies, render, error, timingsUntil(render, dependencies.clock.now()), log);
  }
  if (error instanceof InputUnreadable) {
    dependencies.storage.reportUnreadable();
    log.warn({ err: error.cause }, error.message);
    if (mayBeReadElsewhere(error, render, dependencies.config)) return giveBack(dependencies, render, log);
  }
  const guard = { fence: render.fence };
  const { database, config } = dependencies;
  logFailure(log, error);
  const ended = await endRender(database, config, render._id, 'fail', {
    guard,
    failure: toFailure(error),
    ...(error instanceof ChainError ? { report: { attempts: error.attempts } } : {}),
  });
  return ended ? 'failed' : 'lost';
}

/** Providers that fail are expected, and each try has its own line; only errors of ours get a stack. */
function logFailure(log: Logger, error: unknown): void {
  if (!(error instanceof ChainError)) {
    log.error({ err: error }, 'render failed unexpectedly');
    return;
  }
  const attempts = error.attempts.map(({ provider, failure }) => `${provider}: ${failure}`);
  log.warn({ code: error.code, reason: error.message, attempts }, 'render failed');
}

/** An input that is gone from the right storage is so for every worker: after `RENDER_ATTEMPTS` claims it fails. */
function mayBeReadElsewhere(
  { cause }: InputUnreadable,
  { fence }: RenderDoc,
  { RENDER_ATTEMPTS }: FailureDependencies['config'],
): boolean {
  return !(cause instanceof BlobNotFound) || fence < RENDER_ATTEMPTS;
}

function toFailure(error: unknown): RenderFailure {
  if (!(error instanceof ChainError)) return renderFailures.unexpected;
  const { code, message, retryAfter, attempts } = error;
  const refused = attempts.some(({ safety }) => safety);
  return {
    code,
    message,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(refused ? { safety: true } : {}),
  };
}
