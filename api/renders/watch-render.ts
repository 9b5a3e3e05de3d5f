import type { Database } from '../../shared/database/database.ts';
import { ApiError } from '../../shared/errors.ts';
import { readOne } from '../../shared/mongodb/read-one.ts';
import { endRender, type Retention } from '../../shared/renders/end-render.ts';
import { renderFailures } from '../../shared/renders/failures.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { isTerminal } from '../../shared/renders/states.ts';
import type { Accepted } from './accept.ts';
import type { NextOutcome, Registration } from './registration.ts';
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

/** Less of a render than its document, which thousands of waits would keep in memory. */
export type WatchedRender = Pick<RenderDoc, '_id' | 'deadlineAt'>;

/** The newest document, where one was read during the wait. */
export type WatchOutcome =
  | { kind: 'ended'; render: RenderDoc }
  | { kind: 'pending'; render?: RenderDoc | undefined }
  | { kind: 'gone' }
  | { kind: 'closing'; render?: RenderDoc | undefined };

/**
 * Waits until an accepted render has ended, its deadline has passed, or the wait is over. The render document
 * decides each time; an event only says when to read it again.
 */
export function watchRender(
  dependencies: WatchDependencies,
  { render, registration }: Pick<Accepted, 'render' | 'registration'>,
  limits: WatchLimits,
): Promise<WatchOutcome> {
  if (isTerminal(render.state)) return Promise.resolve({ kind: 'ended', render });
  const { _id, deadlineAt } = render;
  return watchOpenRender(dependencies, { _id, deadlineAt, registration, limits });
}

interface Watched extends WatchedRender {
  registration: Registration;
  limits: WatchLimits;
}

/** As `watchRender`, of a render that is open as far as is known. */
export function watchOpenRender(dependencies: WatchDependencies, watched: Watched): Promise<WatchOutcome> {
  return new Promise((resolve, reject) => {
    new Watch(dependencies, watched, resolve, reject).waitOrDecide();
  });
}

/** One wait. An object instead of an async function, whose frame and promises are two kilobytes of each call that waits. */
class Watch {
  readonly #dependencies: WatchDependencies;
  readonly #watched: Watched;
  readonly #resolve: (outcome: WatchOutcome) => void;
  readonly #reject: (error: unknown) => void;
  #newest: RenderDoc | undefined;

  constructor(
    dependencies: WatchDependencies,
    watched: Watched,
    resolve: (outcome: WatchOutcome) => void,
    reject: (error: unknown) => void,
  ) {
    this.#dependencies = dependencies;
    this.#watched = watched;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  waitOrDecide(): void {
    const { registration, limits } = this.#watched;
    const { deadlineAt } = this.#newest ?? this.#watched;
    const now = this.#dependencies.now();
    if (now >= deadlineAt.getTime()) {
      const until = Math.max(limits.until, now + decideMs);
      this.#judge(decideDeadline(this.#dependencies, this.#watched, until));
    } else if (now >= limits.until) {
      this.#resolve({ kind: 'pending', render: this.#newest });
    } else {
      const timeoutMs = Math.min(limits.until, deadlineAt.getTime()) - now;
      registration.wait({ signal: limits.signal, timeoutMs }, (reason) => this.#wake(reason));
    }
  }

  #wake(reason: NextOutcome): void {
    const { until } = this.#watched.limits;
    if (reason === 'aborted') this.#resolve({ kind: 'gone' });
    else if (reason === 'closed') this.#resolve({ kind: 'closing', render: this.#newest });
    else this.#judge(readThroughOutage(this.#dependencies, this.#watched, until));
  }

  #judge(reading: Promise<RenderDoc>): void {
    reading
      .then((render) => {
        this.#newest = render;
        if (isTerminal(render.state)) this.#resolve({ kind: 'ended', render });
        else this.waitOrDecide();
      })
      .catch(this.#reject);
  }
}

/** Reads the document, retrying through an outage of the database until the wait is over. */
async function readThroughOutage(
  { database, now }: WatchDependencies,
  { _id }: WatchedRender,
  until: number,
): Promise<RenderDoc> {
  const read = () => readOne(database.renders, '_id', _id);
  const found = await retryWhileBackendIsDown(read, { now, until });
  if (found) return found;
  throw new ApiError('INTERNAL', `Render ${_id} no longer exists; it was not charged.`);
}

/** The API's side of the deadline race: whoever makes its compare-and-set first decides. */
async function decideDeadline(
  dependencies: WatchDependencies,
  render: WatchedRender,
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
