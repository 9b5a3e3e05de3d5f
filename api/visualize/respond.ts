import type { Response } from 'express';
import type { BlobStorage } from '../../shared/blobs/blob-storage.ts';
import { readUsage } from '../../shared/credits/usage.ts';
import { failpoint } from '../../shared/failpoints.ts';
import { endRender } from '../../shared/renders/end-render.ts';
import { endingError } from '../../shared/renders/ending-error.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { renderView } from '../../shared/renders/render-view.ts';
import type { Accepted } from './accept.ts';
import { outcomeUnknown } from './outcome-unknown.ts';
import type { Preference } from './preference.ts';
import type { ResultWaiter } from './result-waiter.ts';
import { retryWhileBackendIsDown } from './retry-while-backend-is-down.ts';
import { sendResult } from './send-result.ts';
import type { VisualizeCall } from './visualize-call.ts';
import type { WaitDependencies, WaitOutcome } from './wait-for-result.ts';

export interface RespondDependencies extends WaitDependencies {
  blobs: BlobStorage;
  waiter: Pick<ResultWaiter, 'waiting'>;
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
      return (await abandoned(dependencies, render)) ? undefined : render;
    case 'closing':
      throw outcomeUnknown(render._id, 'The service is restarting');
    case 'pending':
      if (!call.preference.applied)
        throw outcomeUnknown(render._id, 'This render takes longer than a connection waits');
      sendAccepted(res, outcome.render, call.preference);
      return outcome.render;
    case 'ended':
      await sendEnded(dependencies, call, outcome.render, res);
      return undefined;
  }
}

/** Cancels a queued render whose only caller has gone; a running one continues. */
async function abandoned(dependencies: RespondDependencies, { _id }: RenderDoc): Promise<boolean> {
  // Another caller may be waiting for the same render through its Idempotency-Key.
  if (dependencies.waiter.waiting(_id) > 1) return false;
  return (await endRender(dependencies.database, dependencies.retention, _id, 'abandonQueued')) !== null;
}

/** 202 for a caller that asked for a shorter wait or none (RFC 7240 `wait`, `respond-async`). */
function sendAccepted(res: Response, render: RenderDoc, preference: Preference): void {
  res.set('Location', `/visualize/${render._id}`);
  res.set('Preference-Applied', preference.applied!);
  res.set('Retry-After', '2');
  res.status(202).json(renderView(render));
}

async function sendEnded(
  dependencies: RespondDependencies,
  call: VisualizeCall,
  render: RenderDoc,
  res: Response,
): Promise<void> {
  if (render.state !== 'succeeded') throw endingError(render);
  const { database, blobs } = dependencies;
  const usage = await retryWhileBackendIsDown(() => readUsage(database, render), call.waitUntil);
  failpoint('visualize.before-answer');
  await sendResult(res, blobs, render, usage);
}
