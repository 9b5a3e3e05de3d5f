import { getDriver } from '../../shared/mongodb/driver.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { Places } from './admission.ts';
import { type CallerErrorDependencies, toCallerError } from './caller-error.ts';
import { asOutcomeUnknown, notCharged, OutcomeUnknown } from './outcome-unknown.ts';
import type { Registration } from './registration.ts';
import type { RenderCaller } from './render-order.ts';
import type { ResultWaiter } from './result-waiter.ts';
import type { StartedRender } from './start-render.ts';
import {
  type WatchDependencies,
  type WatchedRender,
  type WatchOutcome,
  watchOpenRender,
  watchRender,
} from './watch-render.ts';
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

/** The part of a started render that is kept while its caller waits. */
interface HeldCall extends WatchedRender {
  registration: Registration;
  places: Places;
  plain: RenderCaller['plain'];
  limits: WaitLimits;
  /** The document, where the caller can use it before its end. */
  open: RenderDoc | undefined;
}

/**
 * Waits for a started render, and passes what its caller receives to `respond`. Afterwards nothing is left of the
 * wait; a render that continues without its caller still counts among those that the key has at once.
 * @throws ApiError
 */
export function waitForRender<Result>(
  core: WaitDependencies,
  started: StartedRender,
  limits: WaitLimits,
  respond: (outcome: RenderOutcome) => Promise<Result>,
): Promise<Result> {
  // An async function would keep its frame, and with it the whole document, of each call that waits.
  const watching = watchRender(core, started, limits);
  const held = toHeldCall(started, limits);
  const end = () => endCall(core, held, watching, respond);
  return watching.then(end, end);
}

function toHeldCall({ render, registration, caller, places }: StartedRender, limits: WaitLimits): HeldCall {
  const { _id, deadlineAt } = render;
  const open = limits.acceptsOpen ? render : undefined;
  return { _id, deadlineAt, registration, places, plain: caller.plain, limits, open };
}

async function endCall<Result>(
  core: WaitDependencies,
  held: HeldCall,
  watched: Promise<WatchOutcome>,
  respond: (outcome: RenderOutcome) => Promise<Result>,
): Promise<Result> {
  try {
    return await respond(await toOutcome(core, held, await watched));
  } catch (error) {
    if (held.limits.hasBegun?.()) throw error;
    throw await toCallerError(core, held, asOutcomeUnknown(held._id, error));
  } finally {
    held.registration.release();
    await held.places.release();
  }
}

/** Reasons to end a wait before its render has ended. */
const waitEnds = {
  closing: 'The service is restarting',
  pending: 'This render takes longer than a connection waits',
} as const;

async function toOutcome(
  core: WaitDependencies,
  held: HeldCall,
  outcome: WatchOutcome,
): Promise<RenderOutcome> {
  const { places, open, limits } = held;
  switch (outcome.kind) {
    case 'ended':
      return outcome;
    case 'closing':
    case 'pending':
      if (!open) return endWait(core, held, waitEnds[outcome.kind]);
      places.releaseAfter(watchToEnd(core, held));
      return { kind: 'open', render: outcome.render ?? open };
    case 'gone':
      if (!limits.endsWithCaller || !(await abandonQueued(core, held))) {
        places.releaseAfter(watchToEnd(core, held));
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
  { _id, plain }: HeldCall,
  reason: string,
): Promise<RenderOutcome> {
  if (!plain) throw new OutcomeUnknown(_id, reason);
  if (await withdrawals.cancel(_id)) throw notCharged(_id, reason);
  const ended = await getDriver(database.renders).findOne({ _id });
  if (!ended) throw new Error(`render ${_id} no longer exists`);
  return { kind: 'ended', render: ended };
}

/** Cancels a queued render whose only caller has gone, and returns whether it did; a running one continues. */
async function abandonQueued(
  { waiter, withdrawals }: WaitDependencies,
  { _id }: WatchedRender,
): Promise<boolean> {
  // Another caller may be waiting for the same render through its Idempotency-Key.
  if (waiter.waiting(_id) > 1) return false;
  return (await withdrawals.abandon(_id)) !== null;
}

/** Waits, with no caller, until a render has ended or this process stops. */
async function watchToEnd(core: WaitDependencies, { _id, deadlineAt }: WatchedRender): Promise<void> {
  const registration = core.waiter.register(_id);
  const limits = { until: deadlineAt.getTime() + 1000, signal: new AbortController().signal };
  try {
    await watchOpenRender(core, { _id, deadlineAt, registration, limits });
  } finally {
    registration.release();
  }
}
