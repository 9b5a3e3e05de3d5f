import type { Queue } from 'bullmq';
import { holdCredit, settleHold } from '../../shared/credits/credits.ts';
import { readBalance } from '../../shared/credits/usage.ts';
import type { Database } from '../../shared/database/database.ts';
import { isDuplicateKey } from '../../shared/database/database-errors.ts';
import { ApiError } from '../../shared/errors.ts';
import { failpoint } from '../../shared/failpoints.ts';
import { newId } from '../../shared/ids.ts';
import { storeUnavailable } from '../../shared/jobs/store-unavailable.ts';
import { deliverRender } from '../../shared/renders/deliver-render.ts';
import { endRender, type Retention } from '../../shared/renders/end-render.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { transition } from '../../shared/renders/transition.ts';

export interface AcceptDependencies {
  database: Database;
  queue: Queue;
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
    await dependencies.database.renders.collection.insertOne(draft as never);
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
  const account = await holdCredit(database, hold);
  failpoint('visualize.after-hold');
  if (account) return holdId;
  await endRender(database, dependencies.retention, draft._id, 'refuse');
  throw insufficientCredits((await readBalance(database.accounts, draft.account)) ?? 0, developersUrl);
}

async function acceptHeld(
  dependencies: AcceptDependencies,
  draft: RenderDoc,
  holdId: string | undefined,
): Promise<RenderDoc> {
  const { database } = dependencies;
  const render = await transition(database.renders, draft._id, 'accept', {
    set: { queuedAt: new Date(), ...(holdId ? { holdId } : {}) },
  });
  failpoint('visualize.after-accept');
  if (render) return render;
  // The sweeper gave this render up while we were slow; its hold must not outlive it.
  if (holdId) {
    const hold = { account: draft.account, holdId, renderId: draft._id };
    await settleHold(database, { ...hold, outcome: 'release', at: new Date() });
  }
  throw storeUnavailable(new Error(`render ${draft._id} was given up before it was accepted`));
}

/**
 * Puts the job into the queue. When Redis cannot say whether it took the job, the render is ended
 * before the caller hears 503; one that a worker has already finished stands, and is answered.
 */
async function deliver(dependencies: AcceptDependencies, render: RenderDoc): Promise<void> {
  try {
    await deliverRender(dependencies.queue, render);
  } catch (error) {
    const ended = await endRender(dependencies.database, dependencies.retention, render._id, 'cancel');
    if (ended) throw storeUnavailable(error);
  }
  failpoint('visualize.after-enqueue');
}
