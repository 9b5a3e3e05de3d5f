import { failpoint } from '../../shared/failpoints.ts';
import { renderJobId } from '../../shared/jobs/render-job.ts';
import { endRender } from '../../shared/renders/end-render.ts';
import { countEnqueue, getEnqueueCount } from '../../shared/renders/enqueue-count.ts';
import { enqueueRender } from '../../shared/renders/enqueue-render.ts';
import { renderFailures } from '../../shared/renders/failures.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { hasAttemptLeft, requeueRender } from '../../shared/renders/requeue-render.ts';
import { abandonAfterMs } from '../../shared/renders/states.ts';
import { pendingStates } from './pending-states.ts';
import type { SweepDependencies } from './sweep-dependencies.ts';

/** Renders that one duty reads in one pass. */
const perPass = 200;

/** The API decides the deadline of a render whose caller waits; the sweeper decides after it. */
const deadlineGraceMs = 500;

/** The job of a queued render younger than this may not be in Redis yet. */
const enqueueGraceMs = 2_000;

/** Expires renders that were not decided before their deadline, e.g. because no worker runs. */
export async function expireOverdue({ database, config, clock }: SweepDependencies): Promise<number> {
  const before = new Date(clock.now() - deadlineGraceMs);
  const overdue = await database.renders
    .find({ state: { $in: ['queued', 'running'] }, deadlineAt: { $lte: before } }, { _id: 1 })
    .sort({ deadlineAt: 1 })
    .limit(perPass)
    .lean<RenderDoc[]>();
  const ended = await Promise.all(
    overdue.map(({ _id }) =>
      endRender(database, config, _id, 'expire', {
        guard: { deadlineAt: { $lte: before } },
        failure: renderFailures.deadline,
      }),
    ),
  );
  const count = ended.filter(Boolean).length;
  if (count > 0) failpoint('sweeper.after-decision');
  return count;
}

/** Enqueues running renders whose worker stopped renewing its lease, or fails them. */
export async function recoverLeases(dependencies: SweepDependencies): Promise<number> {
  const { database, config, clock } = dependencies;
  const now = new Date(clock.now());
  const lost = await database.renders
    .find(
      { state: 'running', 'lease.until': { $lt: now } },
      { fence: 1, enqueueCount: 1, delivery: 1, 'chain.handOvers': 1 },
    )
    .sort({ 'lease.until': 1 })
    .limit(perPass)
    .lean<RenderDoc[]>();
  const moved = await Promise.all(
    lost.map((render) => {
      const guard = { 'lease.until': { $lt: now } };
      if (hasAttemptLeft(render, config))
        return requeueRender(dependencies, render, 'recover', { guard, failAt: 'sweeper.after-decision' });
      const { _id, fence } = render;
      return endRender(database, config, _id, 'exhaust', {
        guard: { ...guard, fence },
        failure: renderFailures.workersLost,
      });
    }),
  );
  return moved.filter(Boolean).length;
}

/**
 * Enqueues queued renders whose job Redis no longer has (restarted, flushed, or the add was lost). A long
 * queue is checked page by page, over several passes.
 */
export function createReenqueueRenders(dependencies: SweepDependencies): () => Promise<number> {
  const { database, clock } = dependencies;
  let checkedUpTo = '';
  return async () => {
    const before = new Date(clock.now() - enqueueGraceMs);
    const waiting = await database.renders
      .find(
        { state: 'queued', queuedAt: { $lt: before }, _id: { $gt: checkedUpTo } },
        { enqueueCount: 1, delivery: 1, mode: 1, 'chain.next': 1 },
      )
      .sort({ _id: 1 })
      .limit(perPass)
      .lean<RenderDoc[]>();
    checkedUpTo = waiting.length === perPass ? waiting.at(-1)!._id : '';
    const enqueued = await Promise.all(waiting.map((render) => reenqueueIfLost(dependencies, render)));
    return enqueued.filter(Boolean).length;
  };
}

async function reenqueueIfLost({ database, queues }: SweepDependencies, found: RenderDoc): Promise<boolean> {
  const state = await queues.of(found).getJobState(renderJobId(found._id, getEnqueueCount(found)));
  if (pendingStates.has(state)) return false;
  // The job ended without claiming its render, or there is none: the next one gets a new job id.
  const render = await database.renders
    .findOneAndUpdate(
      { _id: found._id, state: 'queued', ...uncounted(found) },
      { $set: countEnqueue(found) },
      { returnDocument: 'after' },
    )
    .lean<RenderDoc>();
  if (render) await enqueueRender(queues, render);
  return render !== null;
}

/** Matches only while no other process has enqueued this render since it was read. */
function uncounted({ enqueueCount, delivery }: RenderDoc): object {
  return enqueueCount === undefined ? { enqueueCount: { $exists: false }, delivery } : { enqueueCount };
}

/** Fails renders whose API process died between the insert and the queue. */
export async function abandonNew({ database, config, clock }: SweepDependencies): Promise<number> {
  const before = new Date(clock.now() - abandonAfterMs);
  const stale = await database.renders
    .find({ state: 'new', createdAt: { $lt: before } }, { _id: 1 })
    .sort({ createdAt: 1 })
    .limit(perPass)
    .lean<RenderDoc[]>();
  const ended = await Promise.all(
    stale.map(({ _id }) =>
      endRender(database, config, _id, 'abandon', { failure: renderFailures.abandoned }),
    ),
  );
  return ended.filter(Boolean).length;
}
