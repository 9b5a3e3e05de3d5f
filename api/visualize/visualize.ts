import type { Request, Response } from 'express';
import type { Config } from '../../shared/config/variables.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { rateLimitHeaders } from '../http/rate-limit.ts';
import { type AcceptDependencies, type Accepted, joinRender } from '../renders/accept.ts';
import { type AdmissionDependencies, admit } from '../renders/admission.ts';
import { notCharged, OutcomeUnknown } from '../renders/outcome-unknown.ts';
import type { PlainCallers } from '../renders/plain-callers.ts';
import { type SubmitDependencies, submitRender } from '../renders/submit-render.ts';
import { waitForEnd, waitForResult } from '../renders/wait-for-result.ts';
import type { Withdrawals } from '../renders/withdrawals.ts';
import { type RequestDependencies, readRequest } from './read-request.ts';
import { asOutcomeUnknown } from './render-outage.ts';
import { type RespondDependencies, respond } from './respond.ts';
import { openCall, type VisualizeCall } from './visualize-call.ts';

export interface VisualizeDependencies extends SubmitDependencies {
  admission: AdmissionDependencies;
  request: RequestDependencies;
  accept: AcceptDependencies & RespondDependencies;
  withdrawals: Withdrawals;
  plainCallers: Pick<PlainCallers, 'follow'>;
  config: SubmitDependencies['config'] & Pick<Config, 'WAIT_SECONDS'>;
}

/** `POST /visualize` (specification "Endpoints"): renders and responds when the render has ended. */
export async function visualize(
  dependencies: VisualizeDependencies,
  req: Request,
  res: Response,
): Promise<void> {
  const { accept, waiter, config } = dependencies;
  const call = openCall(res, config);
  const admission = await admit(dependencies.admission, call.key, (rate) => res.set(rateLimitHeaders(rate)));
  try {
    const incoming = await admission.countingInvalid(readRequest(dependencies.request, req, call.signal));
    const accepted = await submitRender(dependencies, call, admission.account, incoming);
    if (call.plain) dependencies.plainCallers.follow(accepted.render._id, res);
    const detached = await waitAndRespond(dependencies, call, accepted, res);
    // A render whose caller no longer waits still counts among those that its key has at once.
    if (detached) admission.leaveAfter(waitForEnd(accept, joinRender(waiter, detached)));
  } catch (error) {
    if (!call.plain || !(error instanceof OutcomeUnknown)) throw error;
    await dependencies.withdrawals.start(error.renderId, error.reason);
    throw notCharged(error.renderId, error.reason, error.cause);
  } finally {
    await admission.leave();
  }
}

/** Returns the render when it continues without its caller. */
async function waitAndRespond(
  { accept }: VisualizeDependencies,
  call: VisualizeCall,
  accepted: Accepted,
  res: Response,
): Promise<RenderDoc | undefined> {
  const { render, registration } = accepted;
  res.set('X-Render-Id', render._id);
  if (accepted.repeat) res.set('Idempotent-Replayed', 'true');
  try {
    const outcome = await waitForResult(accept, accepted, call);
    return await respond(accept, call, accepted, outcome, res);
  } catch (error) {
    throw res.headersSent ? error : asOutcomeUnknown(render._id, error);
  } finally {
    registration.release();
  }
}
