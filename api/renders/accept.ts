import type { BlobStorage } from '../../shared/blobs/blob-storage.ts';
import { holdCredit, settleHold } from '../../shared/credits/credits.ts';
import type { Database } from '../../shared/database/database.ts';
import { ApiError } from '../../shared/errors.ts';
import { failpoint } from '../../shared/failpoints.ts';
import { newId } from '../../shared/ids.ts';
import { backendUnavailable } from '../../shared/jobs/backend-unavailable.ts';
import { countTowardsDay, type LimitedKey } from '../../shared/keys/daily-limit.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';
import { insertIfNew } from '../../shared/mongodb/insert-new.ts';
import { endRender, type Retention } from '../../shared/renders/end-render.ts';
import { enqueueRender } from '../../shared/renders/enqueue-render.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { RenderQueues } from '../../shared/renders/render-queues.ts';
import { transition } from '../../shared/renders/transition.ts';
import { insufficientCredits } from './assert-credit.ts';
import { findSameKey } from './idempotency.ts';
import { OutcomeUnknown } from './outcome-unknown.ts';
import type { Registration, ResultWaiter } from './result-waiter.ts';
import { retryWhileBackendIsDown } from './retry-while-backend-is-down.ts';
import { readBalance } from './usage.ts';

export interface AcceptDependencies {
  database: Database;
  blobs: Pick<BlobStorage, 'deletePrefix'>;
  queues: RenderQueues;
  waiter: Pick<ResultWaiter, 'register'>;
  retention: Retention;
  developersUrl: string;
  /** Epoch ms by the clock of the fleet. */
  now: () => number;
}

/** A render to wait for. The caller releases the registration. */
export interface Accepted {
  render: RenderDoc;
  registration: Registration;
  /** True if an earlier call with the same Idempotency-Key created it. */
  replayed: boolean;
}

/** Joins a render that exists already: the call is a retry with its Idempotency-Key. */
export function joinRender(waiter: AcceptDependencies['waiter'], render: RenderDoc): Accepted {
  return { render, registration: waiter.register(render._id), replayed: true };
}

/**
 * Accepts a render: document, held credit, queue, in that order, so that whatever dies in between
 * leaves a trace that the sweeper can finish. When a parallel request with the same Idempotency-Key
 * was first, its render is joined.
 * @throws ApiError INSUFFICIENT_CREDITS, RATE_LIMITED, or MODEL_UNAVAILABLE when the queue cannot be reached.
 */
export async function acceptRender(
  dependencies: AcceptDependencies,
  draft: RenderDoc,
  key: LimitedKey,
): Promise<Accepted> {
  // Before the job is enqueued, so that no event is missed.
  const registration = dependencies.waiter.register(draft._id);
  try {
    if (await insert(dependencies, draft)) {
      return { render: await holdAndEnqueue(dependencies, draft, key), registration, replayed: false };
    }
  } catch (error) {
    registration.release();
    throw error;
  }
  registration.release();
  return joinRender(dependencies.waiter, await findFirst(dependencies, draft));
}

/** Returns false when a render with the same Idempotency-Key exists. */
async function insert({ database }: AcceptDependencies, draft: RenderDoc): Promise<boolean> {
  failpoint('visualize.before-insert');
  if (!(await insertIfNew(database.renders, draft))) {
    // A server that carries out a write twice, because the first reply was lost, meets its own document.
    const own = await getDriver(database.renders).countDocuments({ _id: draft._id }, { limit: 1 });
    if (own === 0 && draft.idempotency) return false;
    if (own === 0) throw new Error(`another render has a unique key of render ${draft._id}`);
  }
  failpoint('visualize.after-insert');
  return true;
}

/** Finds the render of the parallel request that was first. */
async function findFirst({ database, blobs }: AcceptDependencies, draft: RenderDoc): Promise<RenderDoc> {
  await blobs.deletePrefix(`renders/${draft._id}/`);
  const first = await findSameKey(database.renders, draft, draft.idempotency!);
  if (first) return first;
  throw new ApiError(
    'IDEMPOTENCY_CONFLICT',
    'A request with this Idempotency-Key just failed; retry yours.',
    { retryAfter: 1 },
  );
}

async function holdAndEnqueue(
  dependencies: AcceptDependencies,
  draft: RenderDoc,
  key: LimitedKey,
): Promise<RenderDoc> {
  const holdId = draft.mode === 'live' ? await takeHold(dependencies, draft, key) : undefined;
  const render = await moveToQueued(dependencies, draft, holdId);
  await enqueueOrCancel(dependencies, render);
  return render;
}

async function takeHold(
  dependencies: AcceptDependencies,
  draft: RenderDoc,
  key: LimitedKey,
): Promise<string> {
  const { database, developersUrl } = dependencies;
  await countTowardsDay(database, key, draft._id).catch(async (error: unknown) => {
    await endRender(database, dependencies.retention, draft._id, 'refuse');
    throw error;
  });
  const holdId = newId('hold');
  const hold = { account: draft.account, holdId, renderId: draft._id, at: new Date() };
  const held = await holdCredit(database, hold);
  failpoint('visualize.after-hold');
  if (held) return holdId;
  await endRender(database, dependencies.retention, draft._id, 'refuse');
  throw insufficientCredits((await readBalance(database.accounts, draft.account)) ?? 0, developersUrl);
}

/** Maximum wait for the database to confirm that a render was accepted. */
const confirmMs = 3_000;

/**
 * `new` to `queued`. When the database does not respond, the render may be queued all the same and would
 * then be charged: so the transition, which may run twice, is retried before the caller receives an error.
 */
async function moveToQueued(
  dependencies: AcceptDependencies,
  draft: RenderDoc,
  holdId: string | undefined,
): Promise<RenderDoc> {
  const { database, now } = dependencies;
  const queuedAt = new Date(now());
  const accept = async () => {
    const set = { queuedAt, ...(holdId ? { holdId } : {}) };
    const render = await transition(database.renders, draft._id, 'accept', { set });
    return render ?? getDriver(database.renders).findOne({ _id: draft._id });
  };
  const render = await retryWhileBackendIsDown(accept, { now, until: now() + confirmMs }).catch(
    (error: unknown) => {
      throw new OutcomeUnknown(
        draft._id,
        'The service lost its backends while it accepted this render',
        error,
      );
    },
  );
  failpoint('visualize.after-accept');
  if (render?.queuedAt) return render;
  // The sweeper abandoned this render, or its owner cancelled it, before this API continued: its hold is released.
  if (holdId) {
    const hold = { account: draft.account, holdId, renderId: draft._id, keyId: draft.keyId };
    await settleHold(database, { ...hold, outcome: 'release', at: new Date() });
  }
  throw backendUnavailable(new Error(`render ${draft._id} was abandoned before it was accepted`));
}

/**
 * Enqueues the job. When Redis does not say whether it took the job, the render is cancelled before the
 * caller receives 503; one that a worker has finished already is returned as usual. When the render
 * cannot be cancelled either, the sweeper enqueues it, and its outcome is not known.
 */
async function enqueueOrCancel(dependencies: AcceptDependencies, render: RenderDoc): Promise<void> {
  const { database, retention, queues } = dependencies;
  try {
    await enqueueRender(queues, render);
  } catch (error) {
    const cancelled = await endRender(database, retention, render._id, 'withdraw').catch((cause: unknown) => {
      throw new OutcomeUnknown(
        render._id,
        'The service lost its backends while it accepted this render',
        cause,
      );
    });
    if (cancelled) throw backendUnavailable(error);
  }
  failpoint('visualize.after-enqueue');
}
