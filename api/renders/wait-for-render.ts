import { getDriver } from '../../shared/mongodb/driver.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { joinRender } from './accept.ts';
import { type CallerErrorDependencies, toCallerError } from './caller-error.ts';
import { asOutcomeUnknown, notCharged, OutcomeUnknown } from './outcome-unknown.ts';
import type { ResultWaiter } from './result-waiter.ts';
import type { StartedRender } from './start-render.ts';
import { type WatchDependencies, watchRender } from './watch-render.ts';
import type { Withdrawals } from './withdrawals.ts';

export interface WaitDependencies extends WatchDependencies, CallerErrorDependencies {
  waiter: Pick<ResultWaiter, 'register' | 'waiting'>;
  withdrawals: Pick<Withdrawals, 'abandon' | 'cancel' | 'start'>;
}

/** End of a caller's wait, and what follows without a result. */
export interface WaitLimits {
  /** Epoch ms. */
  until: number;
  /** Aborts when the caller has gone. */
  signal: AbortSignal;
  /** True if the caller can use a render that is still open. For others the end of the wait is an error. */
  acceptsOpen: boolean;
  /** Cancels a queued render when its only caller has gone. */
  endsWithCaller: boolean;
  /** Returns true once the response has begun, after which an error can no longer be sent. */
  hasBegun?(): boolean;
}

/** Result of a wait; `gone`: the caller has disconnected. */
export type RenderOutcome =
  | { kind: 'ended'; render: RenderDoc }
  | { kind: 'open'; render: RenderDoc }
  | { kind: 'gone' };

/**
 * Waits for a started render, and passes what its caller receives to `respond`. Afterwards nothing is left of the
 * wait; a render that continues without its caller still counts among those that the key has at once.
 * @throws ApiError
 */
export async function waitForRender<Result>(
  core: WaitDependencies,
  started: StartedRender,
  limits: WaitLimits,
  respond: (outcome: RenderOutcome) => Promise<Result>,
): Promise<Result> {
  const { render, registration, caller, places } = started;
  try {
    return await respond(await waitForOutcome(core, started, limits));
  } catch (error) {
    if (limits.hasBegun?.()) throw error;
    throw await toCallerError(core, caller, asOutcomeUnknown(render._id, error));
  } finally {
    registration.release();
    await places.release();
  }
}

/** Reasons to end a wait before its render has ended. */
const waitEnds = {
  closing: 'The service is restarting',
  pending: 'This render takes longer than a connection waits',
} as const;

async function waitForOutcome(
  core: WaitDependencies,
  started: StartedRender,
  limits: WaitLimits,
): Promise<RenderOutcome> {
  const { render, places } = started;
  const outcome = await watchRender(core, started, limits);
  switch (outcome.kind) {
    case 'ended':
      return outcome;
    case 'closing':
    case 'pending':
      if (!limits.acceptsOpen) return endWait(core, started, waitEnds[outcome.kind]);
      places.releaseAfter(watchToEnd(core, outcome.render));
      return { kind: 'open', render: outcome.render };
    case 'gone':
      if (!limits.endsWithCaller || !(await abandonQueued(core, render))) {
        places.releaseAfter(watchToEnd(core, render));
      }
      return outcome;
  }
}

/**
 * Ends the wait for an open render. That of a plain caller is cancelled, since its 503 promises no charge;
 * if it has ended meanwhile, its outcome is the response.
 */
async function endWait(
  { database, withdrawals }: WaitDependencies,
  { render: { _id }, caller }: StartedRender,
  reason: string,
): Promise<RenderOutcome> {
  if (!caller.plain) throw new OutcomeUnknown(_id, reason);
  if (await withdrawals.cancel(_id)) throw notCharged(_id, reason);
  const ended = await getDriver(database.renders).findOne({ _id });
  if (!ended) throw new Error(`render ${_id} no longer exists`);
  return { kind: 'ended', render: ended };
}

/** Cancels a queued render whose only caller has gone, and returns whether it did; a running one continues. */
async function abandonQueued(
  { waiter, withdrawals }: WaitDependencies,
  { _id }: RenderDoc,
): Promise<boolean> {
  // Another caller may be waiting for the same render through its Idempotency-Key.
  if (waiter.waiting(_id) > 1) return false;
  return (await withdrawals.abandon(_id)) !== null;
}

/** Waits, with no caller, until a render has ended or this process stops. */
async function watchToEnd(core: WaitDependencies, render: RenderDoc): Promise<void> {
  const joined = joinRender(core.waiter, render);
  const until = render.deadlineAt.getTime() + 1000;
  try {
    await watchRender(core, joined, { until, signal: new AbortController().signal });
  } finally {
    joined.registration.release();
  }
}
