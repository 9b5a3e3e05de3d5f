import type { BlobStorage } from '../../shared/blobs/blob-storage.ts';
import type { Config } from '../../shared/config/variables.ts';
import type { Database } from '../../shared/database/database.ts';
import { failpoint } from '../../shared/failpoints.ts';
import { elapsedMs, type FleetClock } from '../../shared/jobs/fleet-clock.ts';
import type { RenderJobData } from '../../shared/jobs/render-job.ts';
import type { Logger } from '../../shared/log.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';
import { readChainProgress } from '../../shared/renders/chain-progress.ts';
import { endRender } from '../../shared/renders/end-render.ts';
import type { RenderDoc, StoredImage } from '../../shared/renders/render-model.ts';
import type { RenderQueues } from '../../shared/renders/render-queues.ts';
import { getSimulation } from '../../shared/renders/simulations.ts';
import { readTraceId } from '../../shared/trace-context.ts';
import type { ProviderChain } from '../providers/chain/chain.ts';
import { type JobContext, PutBack } from '../runtime.ts';
import type { Cancellations } from './cancellations.ts';
import { decideFailure, type FailureOutcome } from './decide-failure.ts';
import { claimRender, keepLease } from './lease.ts';
import { InputUnreadable, loadRequest } from './load-request.ts';
import { createRenderPredictions } from './render-predictions.ts';
import type { StorageGate } from './storage-gate.ts';
import { timingsUntil } from './timings.ts';

export interface RenderWorkerDependencies {
  database: Database;
  blobs: BlobStorage;
  queues: RenderQueues;
  chain: ProviderChain;
  worker: string;
  cancellations: Cancellations;
  /** Publishes how far this render is. */
  progress(renderId: string, stage: string, share?: number, provider?: string): void;
  /** Notes how long the provider took, what the render cost and what was charged; never rejects. */
  recordSuccess(render: RenderDoc, provider: string, ms: number): void;
  clock: Pick<FleetClock, 'now'>;
  /** Knows if this worker can read inputs. */
  storage: Pick<StorageGate, 'takesRenders' | 'reportUnreadable'>;
  config: Pick<
    Config,
    'LEASE_SECONDS' | 'RENDER_ATTEMPTS' | 'RETAIN_INPUT_HOURS' | 'RETAIN_OUTPUT_HOURS' | 'RETAIN_RENDER_DAYS'
  >;
  /** Renders for test keys: with the local provider, and not charged. */
  testChain: ProviderChain;
  /** Renders of test keys whose outcome was chosen. */
  simulationChain: ProviderChain;
}

/** The result of a job; small, since BullMQ copies it into its event stream. */
export type RenderOutcome = FailureOutcome | 'skipped' | 'succeeded';

/**
 * Runs one job of a render: claim, images, provider chain, output, decision. The compare-and-set on the
 * fencing token makes the decision; a worker that loses it changes nothing.
 */
export async function processRender(
  dependencies: RenderWorkerDependencies,
  data: RenderJobData,
  context: JobContext,
): Promise<RenderOutcome> {
  const leaseMs = dependencies.config.LEASE_SECONDS * 1000;
  const { storage, chain, clock } = dependencies;
  const takes = (await storage.takesRenders(context.signal)) && (await chain.takesRenders(context.signal));
  if (!takes) throw new PutBack(0);
  failpoint('render.before-claim');
  const render = await claimRender(dependencies.database.renders, data.renderId, {
    worker: dependencies.worker,
    leaseMs,
    clock,
  });
  if (!render) return 'skipped';
  failpoint('render.after-claim');
  const { _id: renderId, account, requestId, fence } = render;
  const traceId = readTraceId(render.traceparent);
  const log = context.log.child({ renderId, account, requestId, fence, ...(traceId && { traceId }) });
  const lease = keepLease(dependencies.database.renders, render, { leaseMs, clock, log });
  const cancellation = dependencies.cancellations.watch(render._id);
  const signal = AbortSignal.any([context.signal, lease.signal, cancellation.signal]);
  dependencies.progress(render._id, 'started');
  try {
    return await produce(dependencies, render, log, signal);
  } catch (error) {
    return await decideFailure(dependencies, render, signal.aborted ? signal.reason : error, log);
  } finally {
    lease.stop();
    cancellation.end();
    failpoint('render.before-acknowledge');
  }
}

async function produce(
  dependencies: RenderWorkerDependencies,
  render: RenderDoc,
  log: Logger,
  signal: AbortSignal,
): Promise<RenderOutcome> {
  const request = await loadRequest(dependencies.blobs, render, signal).catch((cause: unknown) => {
    throw new InputUnreadable(cause);
  });
  const made = await pickChain(dependencies, render).render(request, {
    account: render.account,
    signal,
    log,
    progress: (share, note, provider) => dependencies.progress(render._id, note, share, provider),
    deadlineAt: render.deadlineAt.getTime(),
    from: readChainProgress(render.chain),
    predictions: createRenderPredictions(dependencies.database, render),
  });
  signal.throwIfAborted();
  const providedAt = dependencies.clock.now();
  dependencies.progress(render._id, 'encoding');
  const result = await saveOutput(dependencies.blobs, render, made.image);
  const timings = {
    ...timingsUntil(render, providedAt),
    encode: elapsedMs(providedAt, dependencies.clock.now()),
  };
  const ended = await endRender(dependencies.database, dependencies.config, render._id, 'succeed', {
    guard: { fence: render.fence },
    result: { ...result, provider: made.provider },
    report: { ...made.report, attempts: made.attempts },
    timings,
  });
  if (ended || (await isResult(dependencies.database, render._id, result.blob))) {
    log.info({ mode: render.mode, provider: made.provider, timings }, 'render succeeded');
    if (!getSimulation(render))
      dependencies.recordSuccess(render, made.provider, providedAt - render.startedAt!.getTime());
    return 'succeeded';
  }
  await dependencies.blobs.delete(result.blob);
  return 'lost';
}

function pickChain(
  { chain, testChain, simulationChain }: RenderWorkerDependencies,
  render: RenderDoc,
): ProviderChain {
  if (getSimulation(render)) return simulationChain;
  return render.mode === 'test' ? testChain : chain;
}

/**
 * Returns true if the render has succeeded with that output, whose key carries the fencing token: then the decision was
 * this claim's, although the database returned no document. A server may run a write twice whose reply was lost.
 */
async function isResult({ renders }: Database, renderId: string, blob: string): Promise<boolean> {
  const found = await getDriver(renders).findOne({ _id: renderId }, { projection: { result: 1 } });
  return found?.result?.blob === blob;
}

/** The key carries the fencing token, so that a worker that lost its lease cannot overwrite the newer output. */
async function saveOutput(
  blobs: BlobStorage,
  render: RenderDoc,
  image: { png: Buffer; width: number; height: number },
): Promise<StoredImage> {
  const blob = `renders/${render._id}/out/${render.fence}`;
  failpoint('render.before-output');
  await blobs.put(blob, image.png, 'image/png', { fresh: true });
  failpoint('render.after-output');
  return { blob, mime: 'image/png', width: image.width, height: image.height, bytes: image.png.length };
}
