import type { Response } from 'express';
import { readUsage } from '../../shared/credits/usage.ts';
import { failpoint } from '../../shared/failpoints.ts';
import { driverOf } from '../../shared/mongodb/driver.ts';
import { endRender } from '../../shared/renders/end-render.ts';
import { endingError } from '../../shared/renders/ending-error.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { renderView } from '../../shared/renders/render-view.ts';
import type { Accepted } from '../renders/accept.ts';
import { notCharged, OutcomeUnknown } from '../renders/outcome-unknown.ts';
import type { ResultWaiter } from '../renders/result-waiter.ts';
import { retryWhileBackendIsDown } from '../renders/retry-while-backend-is-down.ts';
import type { WaitDependencies, WaitOutcome } from '../renders/wait-for-result.ts';
import type { Withdrawals } from '../renders/withdrawals.ts';
import type { Preference } from './preference.ts';
import { type ResultImages, sendResult } from './send-result.ts';
import type { VisualizeCall } from './visualize-call.ts';

export interface RespondDependencies extends WaitDependencies, ResultImages {
  /** Public origin of the API. */
  baseUrl: string;
  waiter: Pick<ResultWaiter, 'waiting'>;
  withdrawals: Pick<Withdrawals, 'cancel'>;
}

/** Responds with the outcome of a wait; returns the render when it continues without its caller. */
export async function respond(
  dependencies: RespondDependencies,
  call: VisualizeCall,
  { render }: Accepted,
  outcome: WaitOutcome,
  res: Response,
): Promise<RenderDoc | undefined> {
  switch (outcome.kind) {
    case 'gone':
      return (await abandonQueued(dependencies, render)) ? undefined : render;
    case 'closing':
      await endWait(dependencies, call, render, 'The service is restarting', res);
      return undefined;
    case 'pending':
      if (!call.preference.applied) {
        await endWait(dependencies, call, render, 'This render takes longer than a connection waits', res);
        return undefined;
      }
      sendAccepted(res, outcome.render, call.preference, dependencies.baseUrl);
      return outcome.render;
    case 'ended':
      await sendEnded(dependencies, call, outcome.render, res);
      return undefined;
  }
}

/** Cancels a queued render whose only caller has gone, and returns whether it did; a running one continues. */
export async function abandonQueued(
  dependencies: WaitDependencies & Pick<RespondDependencies, 'waiter'>,
  { _id }: RenderDoc,
): Promise<boolean> {
  // Another caller may be waiting for the same render through its Idempotency-Key.
  if (dependencies.waiter.waiting(_id) > 1) return false;
  return (await endRender(dependencies.database, dependencies.retention, _id, 'abandonQueued')) !== null;
}

/**
 * Ends the wait for an open render. That of a plain caller is cancelled, since its 503 promises no charge;
 * if it has ended meanwhile, its outcome is the response.
 */
async function endWait(
  dependencies: RespondDependencies,
  call: VisualizeCall,
  { _id }: RenderDoc,
  reason: string,
  res: Response,
): Promise<void> {
  if (!call.plain) throw new OutcomeUnknown(_id, reason);
  if (await dependencies.withdrawals.cancel(_id)) throw notCharged(_id, reason);
  const ended = await driverOf(dependencies.database.renders).findOne({ _id });
  if (!ended) throw new Error(`render ${_id} does not exist any more`);
  await sendEnded(dependencies, call, ended, res);
}

/** 202 for a caller that asked for a shorter wait or none (RFC 7240 `wait`, `respond-async`). */
function sendAccepted(res: Response, render: RenderDoc, preference: Preference, baseUrl: string): void {
  res.set('Location', `/visualize/${render._id}`);
  res.set('Preference-Applied', preference.applied!);
  res.set('Retry-After', '2');
  res.status(202).json(renderView(render, baseUrl));
}

async function sendEnded(
  dependencies: RespondDependencies,
  call: VisualizeCall,
  render: RenderDoc,
  res: Response,
): Promise<void> {
  if (render.state !== 'succeeded') throw endingError(render);
  const { database } = dependencies;
  const usage = await retryWhileBackendIsDown(() => readUsage(database, render), call.waitUntil);
  failpoint('visualize.before-answer');
  await sendResult(res, dependencies, render, usage);
}
