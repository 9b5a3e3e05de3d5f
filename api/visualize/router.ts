import { type Request, type Response, Router } from 'express';
import type { Catalog } from '../../shared/catalog/catalog.ts';
import type { Config } from '../../shared/config/variables.ts';
import { ApiError } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { BackendUnavailable } from '../../shared/jobs/backend-unavailable.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { authenticate, keyOf } from '../http/authenticate.ts';
import { methodNotAllowed } from '../http/error-response.ts';
import { type AcceptDependencies, type Accepted, joinRender } from './accept.ts';
import { type Admission, type AdmissionDependencies, admit } from './admission.ts';
import { checkImages } from './check-images.ts';
import { findRepeat } from './idempotency.ts';
import { listRenders } from './list-renders.ts';
import { notCharged, OutcomeUnknown } from './outcome-unknown.ts';
import { type PlaceDependencies, placeRender } from './place-render.ts';
import { type RequestDependencies, readRequest } from './read-request.ts';
import { renderOutage } from './render-outage.ts';
import { assertRenderable, findMerchants } from './render-products.ts';
import { type RespondDependencies, respond } from './respond.ts';
import type { ResultWaiter } from './result-waiter.ts';
import { openCall, type VisualizeCall } from './visualize-call.ts';
import { waitForEnd, waitForResult } from './wait-for-result.ts';
import { webhookOf } from './webhook-request.ts';
import type { Withdrawals } from './withdrawals.ts';

export interface VisualizeDependencies extends PlaceDependencies {
  admission: AdmissionDependencies;
  request: RequestDependencies;
  catalog: Catalog;
  accept: AcceptDependencies & RespondDependencies;
  waiter: ResultWaiter;
  withdrawals: Withdrawals;
  config: Pick<Config, 'RENDER_DEADLINE_SECONDS' | 'WAIT_SECONDS'>;
}

/** `POST /visualize` (specification "Endpoints"), and the list of renders under `GET`. */
export function visualizeRouter(dependencies: VisualizeDependencies): Router {
  const router = Router();
  const { keys, renders } = dependencies.accept.database;
  const { baseUrl } = dependencies.accept;
  router
    .route('/visualize')
    .post(
      authenticate(keys),
      (req: Request, res: Response) => visualize(dependencies, req, res),
      renderOutage,
    )
    .get(authenticate(keys), (req: Request, res: Response) =>
      listRenders({ renders, baseUrl }, keyOf(res), req, res),
    )
    .all(methodNotAllowed('GET, POST'));
  return router;
}

async function visualize(dependencies: VisualizeDependencies, req: Request, res: Response): Promise<void> {
  const { accept, waiter, config } = dependencies;
  const call = openCall(res, config);
  const admission = await admit(dependencies.admission, res, call.key);
  try {
    const accepted = await submit(dependencies, call, admission, req);
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

/** Everything up to the queue, in the order of the checks (decisions "Order of checks"). */
async function submit(
  dependencies: VisualizeDependencies,
  call: VisualizeCall,
  { account, countingInvalid }: Admission,
  req: Request,
): Promise<Accepted> {
  const { accept, intake, config } = dependencies;
  const { key, signal } = call;
  const incoming = await countingInvalid(readRequest(dependencies.request, req, signal));
  try {
    const repeat = await findRepeat(accept.database.renders, key, incoming);
    if (repeat) return joinRender(dependencies.waiter, repeat);
    const merchants = await findMerchants(dependencies.catalog, incoming.request);
    assertRenderable(incoming.request, merchants);
    await checkImages(intake, incoming.images, { account: key.account, signal });
    const deadlineAt = call.receivedAt + config.RENDER_DEADLINE_SECONDS * 1000;
    const webhook = await webhookOf(req, account, intake.outbound, signal);
    const render = { _id: newId('rnd'), account, incoming, merchants, deadlineAt, webhook };
    return await placeRender(dependencies, call, render, signal);
  } finally {
    await incoming.discard();
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
    // Of an accepted render, an outage leaves open whether it was charged; other errors of the catalogue say so.
    const known = error instanceof ApiError && !(error instanceof BackendUnavailable);
    if (known || res.headersSent) throw error;
    throw new OutcomeUnknown(render._id, 'The service could not find out how this render ended', error);
  } finally {
    registration.release();
  }
}
