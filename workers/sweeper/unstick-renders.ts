import { failpoint } from '../../shared/failpoints.ts';
import { renderJobId } from '../../shared/jobs/render-job.ts';
import { endRender } from '../../shared/renders/end-render.ts';
import { countEnqueue, enqueueCountOf } from '../../shared/renders/enqueue-count.ts';
import { enqueueRender } from '../../shared/renders/enqueue-render.ts';
import { renderFailures } from '../../shared/renders/failures.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { abandonAfterMs } from '../../shared/renders/states.ts';
import { transition } from '../../shared/renders/transition.ts';
import type { SweepDependencies } from './sweep-dependencies.ts';

/** Renders one duty looks at in one pass. */
const perPass = 200;

/** The API decides a deadline for a caller it holds; the sweeper comes after it. */
const deadlineGraceMs = 500;

/** A queued render younger than this may still be on its way into Redis. */
const deliveryGraceMs = 2_000;

/** Renders nobody decided before their deadline, e.g. because no worker runs. */
export async function expireOverdue({ database, config }: SweepDependencies): Promise<number> {
  const before = new Date(Date.now() - deadlineGraceMs);
  const overdue = await database.renders
    .find({ state: { $in: ['queued', 'running'] }, deadlineAt: { $lte: before } }, { _id: 1 })
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

/** Running renders whose worker stopped renewing its lease: to the queue again, or failed. */
export async function recoverLeases(dependencies: SweepDependencies): Promise<number> {
  const { database, config } = dependencies;
  const now = new Date();
  const lost = await database.renders
    .find(
      { state: 'running', 'lease.until': { $lt: now } },
      { fence: 1, enqueueCount: 1, delivery: 1, 'chain.handOvers': 1 },
    )
    .limit(perPass)
    .lean<RenderDoc[]>();
  const moved = await Promise.all(
    lost.map((render) => {
      const { _id, fence, chain } = render;
      const guard = { fence, 'lease.until': { $lt: now } };
      // Each claim was lost but those that ended in a hand-over.
      if (fence - (chain?.handOvers ?? 0) < config.RENDER_ATTEMPTS)
        return requeue(dependencies, render, guard);
      return endRender(database, config, _id, 'exhaust', { guard, failure: renderFailures.workersLost });
    }),
  );
  return moved.filter(Boolean).length;
}

async function requeue(
  { database, queues }: SweepDependencies,
  seen: RenderDoc,
  guard: { fence: number; 'lease.until': { $lt: Date } },
): Promise<RenderDoc | null> {
  const render = await transition(database.renders, seen._id, 'recover', {
    guard,
    set: { ...countEnqueue(seen), queuedAt: new Date() },
    unset: { lease: 1 },
  });
  failpoint('sweeper.after-decision');
  if (render) await enqueueRender(queues, render);
  return render;
}

/** Where the last look at the queued renders ended, so that a long queue is gone through in turns. */
const seenUpTo = new WeakMap<SweepDependencies, string>();

/** Queued renders whose job Redis does not have any more (restarted, flushed, or the add was lost). */
export async function redeliverLost(dependencies: SweepDependencies): Promise<number> {
  const { database } = dependencies;
  const before = new Date(Date.now() - deliveryGraceMs);
  const waiting = await database.renders
    .find(
      { state: 'queued', queuedAt: { $lt: before }, _id: { $gt: seenUpTo.get(dependencies) ?? '' } },
      { enqueueCount: 1, delivery: 1, mode: 1, 'chain.next': 1 },
    )
    .sort({ _id: 1 })
    .limit(perPass)
    .lean<RenderDoc[]>();
  seenUpTo.set(dependencies, waiting.length === perPass ? waiting.at(-1)!._id : '');
  const delivered = await Promise.all(waiting.map((render) => redeliver(dependencies, render)));
  return delivered.filter(Boolean).length;
}

const onItsWay = new Set([
  'waiting',
  'active',
  'delayed',
  'prioritized',
  'waiting-children',
  'paused',
  'wait',
]);

async function redeliver({ database, queues }: SweepDependencies, seen: RenderDoc): Promise<boolean> {
  const state = await queues.of(seen).getJobState(renderJobId(seen._id, enqueueCountOf(seen)));
  if (onItsWay.has(state)) return false;
  // A job that ended without claiming its render, or no job: it is enqueued under a new job id.
  const render = await database.renders
    .findOneAndUpdate(
      { _id: seen._id, state: 'queued', ...uncounted(seen) },
      { $set: countEnqueue(seen) },
      { returnDocument: 'after' },
    )
    .lean<RenderDoc>();
  if (render) await enqueueRender(queues, render);
  return render !== null;
}

/** Matches only while nobody else has enqueued this render since it was read. */
function uncounted({ enqueueCount, delivery }: RenderDoc): object {
  return enqueueCount === undefined ? { enqueueCount: { $exists: false }, delivery } : { enqueueCount };
}

/** Renders whose API process died between the insert and the queue. */
export async function abandonNew({ database, config }: SweepDependencies): Promise<number> {
  const before = new Date(Date.now() - abandonAfterMs);
  const stale = await database.renders
    .find({ state: 'new', createdAt: { $lt: before } }, { _id: 1 })
    .limit(perPass)
    .lean<RenderDoc[]>();
  const ended = await Promise.all(
    stale.map(({ _id }) =>
      endRender(database, config, _id, 'abandon', { failure: renderFailures.abandoned }),
    ),
  );
  return ended.filter(Boolean).length;
}
