import type { Database } from '../../shared/database/database.ts';
import { ApiError } from '../../shared/errors.ts';
import { readOne } from '../../shared/mongodb/read-one.ts';
import { endRender, type Retention } from '../../shared/renders/end-render.ts';
import { renderFailures } from '../../shared/renders/failures.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { isTerminal } from '../../shared/renders/states.ts';
import type { Accepted } from './accept.ts';
import { retryWhileBackendIsDown } from './retry-while-backend-is-down.ts';

export interface WatchDependencies {
  database: Database;
  retention: Retention;
  /** Epoch ms by the clock of the fleet, as of the deadline and of `until`. */
  now: () => number;
}

export interface WatchLimits {
  /** Epoch ms at which the wait ends whatever the state. */
  until: number;
  /** Aborts when the caller has gone. */
  signal: AbortSignal;
}

/** Past the end of a wait, how much longer it may last until the database has decided a deadline. */
const decideMs = 2000;

export type WatchOutcome =
  | { kind: 'ended'; render: RenderDoc }
  | { kind: 'pending'; render: RenderDoc }
  | { kind: 'gone' }
  | { kind: 'closing'; render: RenderDoc };

/**
 * Waits until a render has ended, its deadline has passed, or the wait is over. The render document
 * decides each time; an event only says when to read it again.
 */
export async function watchRender(
  dependencies: WatchDependencies,
  { render: accepted, registration }: Pick<Accepted, 'render' | 'registration'>,
  limits: WatchLimits,
): Promise<WatchOutcome> {
  let render = accepted;
  while (!isTerminal(render.state)) {
    const now = dependencies.now();
    if (now >= render.deadlineAt.getTime()) {
      render = await decideDeadline(dependencies, render, Math.max(limits.until, now + decideMs));
      continue;
    }
    if (now >= limits.until) return { kind: 'pending', render };
    const timeoutMs = Math.min(limits.until, render.deadlineAt.getTime()) - now;
    const reason = await registration.next({ signal: limits.signal, timeoutMs });
    if (reason === 'aborted') return { kind: 'gone' };
    if (reason === 'closed') return { kind: 'closing', render };
    render = await readThroughOutage(dependencies, render, limits.until);
  }
  return { kind: 'ended', render };
}

/** Reads the document, retrying through an outage of the database until the wait is over. */
async function readThroughOutage(
  { database, now }: WatchDependencies,
  render: RenderDoc,
  until: number,
): Promise<RenderDoc> {
  const read = () => readOne(database.renders, '_id', render._id);
  const found = await retryWhileBackendIsDown(read, { now, until });
  if (found) return found;
  throw new ApiError('INTERNAL', `Render ${render._id} no longer exists; it was not charged.`);
}

/** The API's side of the deadline race: whoever makes its compare-and-set first decides. */
async function decideDeadline(
  dependencies: WatchDependencies,
  render: RenderDoc,
  until: number,
): Promise<RenderDoc> {
  const { now } = dependencies;
  const expire = () =>
    endRender(dependencies.database, dependencies.retention, render._id, 'expire', {
      guard: { deadlineAt: { $lte: new Date(now()) } },
      failure: renderFailures.deadline,
    });
  const expired = await retryWhileBackendIsDown(expire, { now, until });
  return expired ?? readThroughOutage(dependencies, render, until);
}
