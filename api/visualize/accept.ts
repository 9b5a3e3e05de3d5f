import { holdCredit, settleHold } from '../../shared/credits/credits.ts';
import { readBalance } from '../../shared/credits/usage.ts';
import type { Database } from '../../shared/database/database.ts';
import { isDuplicateKey } from '../../shared/database/database-errors.ts';
import { driverOf } from '../../shared/database/driver.ts';
import { ApiError } from '../../shared/errors.ts';
import { failpoint } from '../../shared/failpoints.ts';
import { newId } from '../../shared/ids.ts';
import { backendUnavailable } from '../../shared/jobs/backend-unavailable.ts';
import { endRender, type Retention } from '../../shared/renders/end-render.ts';
import { enqueueRender } from '../../shared/renders/enqueue-render.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { RenderQueues } from '../../shared/renders/render-queues.ts';
import { transition } from '../../shared/renders/transition.ts';
import { fetchLater } from './fetch-later.ts';
import { retryWhileBackendIsDown } from './patience.ts';

export interface AcceptDependencies {
  database: Database;
  queues: RenderQueues;
  retention: Retention;
  developersUrl: string;
}

export function insufficientCredits(balance: number, developersUrl: string): ApiError {
  return new ApiError(
    'INSUFFICIENT_CREDITS',
    `This account has no credits left; top up at ${developersUrl}.`,
    {
      remainingCredits: balance,
      developersUrl,
    },
  );
}

/**
 * Takes a render on: document, held credit, queue, in that order, so that whatever dies in between
 * leaves a trace that the sweeper can finish. Answers `repeat` when a parallel request with the same
 * Idempotency-Key was first.
 * @throws ApiError INSUFFICIENT_CREDITS, or MODEL_UNAVAILABLE when the queue cannot be reached.
 */
export async function acceptRender(
  dependencies: AcceptDependencies,
  draft: RenderDoc,
): Promise<{ render: RenderDoc } | { repeat: true }> {
  failpoint('visualize.before-insert');
  try {
    await driverOf(dependencies.database.renders).insertOne(draft);
  } catch (error) {
    if (draft.idempotency && isDuplicateKey(error)) return { repeat: true };
    throw error;
  }
  failpoint('visualize.after-insert');
  const holdId = draft.mode === 'live' ? await takeHold(dependencies, draft) : undefined;
  const render = await acceptHeld(dependencies, draft, holdId);
  await deliver(dependencies, render);
  return { render };
}

async function takeHold(dependencies: AcceptDependencies, draft: RenderDoc): Promise<string> {
  const { database, developersUrl } = dependencies;
  const holdId = newId('hold');
  const hold = { account: draft.account, holdId, renderId: draft._id, at: new Date() };
  const held = await holdCredit(database, hold);
  failpoint('visualize.after-hold');
  if (held) return holdId;
  await endRender(database, dependencies.retention, draft._id, 'refuse');
  throw insufficientCredits((await readBalance(database.accounts, draft.account)) ?? 0, developersUrl);
}

/** How long a caller waits for the store to say whether its render was accepted. */
const acceptPatienceMs = 3_000;

/**
 * `new` to `queued`. When the store does not answer, the render may be queued all the same and would
 * then be charged: so the question is repeated, which does no harm, before anything is told to the caller.
 */
async function acceptHeld(
  dependencies: AcceptDependencies,
  draft: RenderDoc,
  holdId: string | undefined,
): Promise<RenderDoc> {
  const { database } = dependencies;
  const queuedAt = new Date();
  const accept = async () => {
    const set = { queuedAt, ...(holdId ? { holdId } : {}) };
    const render = await transition(database.renders, draft._id, 'accept', { set });
    return render ?? driverOf(database.renders).findOne({ _id: draft._id });
  };
  const render = await retryWhileBackendIsDown(accept, Date.now() + acceptPatienceMs).catch(
    (error: unknown) => {
      throw fetchLater(draft._id, 'The service lost its stores while it took this render on', error);
    },
  );
  failpoint('visualize.after-accept');
  if (render?.queuedAt) return render;
  // The sweeper gave this render up, or its owner cancelled it, while we were slow; its hold must not outlive it.
  if (holdId) {
    const hold = { account: draft.account, holdId, renderId: draft._id };
    await settleHold(database, { ...hold, outcome: 'release', at: new Date() });
  }
  throw backendUnavailable(new Error(`render ${draft._id} was given up before it was accepted`));
}

/**
 * Puts the job into the queue. When Redis cannot say whether it took the job, the render is ended
 * before the caller hears 503; one that a worker has already finished stands, and is answered. One
 * that cannot be ended either will be delivered by the sweeper, so nothing may be promised.
 */
async function deliver(dependencies: AcceptDependencies, render: RenderDoc): Promise<void> {
  const { database, retention, queues } = dependencies;
  try {
    await enqueueRender(queues, render);
  } catch (error) {
    const ended = await endRender(database, retention, render._id, 'cancel').catch((cause: unknown) => {
      throw fetchLater(render._id, 'The service lost its stores while it took this render on', cause);
    });
    if (ended) throw backendUnavailable(error);
  }
  failpoint('visualize.after-enqueue');
}
