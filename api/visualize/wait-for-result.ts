import type { Database } from '../../shared/database/database.ts';
import { driverOf } from '../../shared/database/driver.ts';
import { ApiError } from '../../shared/errors.ts';
import { endRender, type Retention } from '../../shared/renders/end-render.ts';
import { renderFailures } from '../../shared/renders/failures.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { isTerminal } from '../../shared/renders/states.ts';
import { retryWhileBackendIsDown } from './patience.ts';
import type { Registration } from './result-waiter.ts';

export interface WaitDependencies {
  database: Database;
  retention: Retention;
}

export interface WaitOptions {
  /** Epoch ms at which the connection is answered whatever the state. */
  waitUntil: number;
  /** Aborts when the caller has gone. */
  signal: AbortSignal;
}

/** Over its hold, how long a caller waits for the store to decide a deadline. */
const lateMs = 2000;

export type WaitOutcome =
  | { kind: 'ended'; render: RenderDoc }
  | { kind: 'pending'; render: RenderDoc }
  | { kind: 'gone' }
  | { kind: 'closing' };

/**
 * Waits until a render has ended, its deadline has passed, or the hold is over. The render document
 * decides each time; an event only says that a look is worth while.
 */
export async function waitForResult(
  dependencies: WaitDependencies,
  accepted: RenderDoc,
  registration: Registration,
  options: WaitOptions,
): Promise<WaitOutcome> {
  let render = accepted;
  while (!isTerminal(render.state)) {
    const now = Date.now();
    if (now >= render.deadlineAt.getTime()) {
      render = await decideDeadline(dependencies, render, Math.max(options.waitUntil, now + lateMs));
      continue;
    }
    if (now >= options.waitUntil) return { kind: 'pending', render };
    const timeoutMs = Math.min(options.waitUntil, render.deadlineAt.getTime()) - now;
    const reason = await registration.next({ signal: options.signal, timeoutMs });
    if (reason === 'aborted') return { kind: 'gone' };
    if (reason === 'closed') return { kind: 'closing' };
    render = await readPatiently(dependencies.database, render, options.waitUntil);
  }
  return { kind: 'ended', render };
}

/** Reads the document, going on through a store outage for as long as the caller may be held. */
async function readPatiently(database: Database, render: RenderDoc, until: number): Promise<RenderDoc> {
  const look = () => driverOf(database.renders).findOne({ _id: render._id });
  const found = await retryWhileBackendIsDown(look, until);
  if (found) return found;
  throw new ApiError('INTERNAL', `Render ${render._id} is not known any more; it was not charged.`);
}

/** The API's side of the deadline race: whoever makes its compare-and-set first decides. */
async function decideDeadline(
  dependencies: WaitDependencies,
  render: RenderDoc,
  until: number,
): Promise<RenderDoc> {
  const expire = () =>
    endRender(dependencies.database, dependencies.retention, render._id, 'expire', {
      guard: { deadlineAt: { $lte: new Date() } },
      failure: renderFailures.deadline,
    });
  const expired = await retryWhileBackendIsDown(expire, until);
  return expired ?? readPatiently(dependencies.database, render, until);
}

/** A caller that went away: a waiting render is cancelled and free, a running one goes on. */
export async function callerLeft(
  dependencies: WaitDependencies,
  renderId: string,
): Promise<RenderDoc | null> {
  return endRender(dependencies.database, dependencies.retention, renderId, 'abandonQueued');
}
