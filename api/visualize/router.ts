import { type Request, type Response, Router } from 'express';
import type { AccountDoc } from '../../shared/accounts/account-model.ts';
import { readUsage } from '../../shared/credits/usage.ts';
import { ApiError } from '../../shared/errors.ts';
import { failpoint } from '../../shared/failpoints.ts';
import { endingError } from '../../shared/renders/ending-error.ts';
import type { RenderDoc, RenderWebhook } from '../../shared/renders/render-model.ts';
import { renderView } from '../../shared/renders/render-view.ts';
import { authenticate, keyOf } from '../http/authenticate.ts';
import { CallerGone } from '../http/caller-gone.ts';
import { methodNotAllowed } from '../http/error-response.ts';
import { contextOf } from '../http/request-context.ts';
import { type AcceptDependencies, acceptRender, insufficientCredits } from './accept.ts';
import { type Admission, type AdmissionDependencies, admit } from './admission.ts';
import { fetchLater } from './fetch-later.ts';
import { findRepeat } from './idempotency.ts';
import { retryWhileBackendIsDown } from './patience.ts';
import { type Preference, preferenceOf } from './preference.ts';
import { type PrepareDependencies, prepareRender } from './prepare.ts';
import { sendResult } from './respond.ts';
import type { Registration, ResultWaiter } from './result-waiter.ts';
import { callerLeft, waitForResult } from './wait-for-result.ts';
import { webhookOf } from './webhook-request.ts';

export interface VisualizeDependencies {
  admission: AdmissionDependencies;
  prepare: PrepareDependencies;
  accept: AcceptDependencies;
  waiter: ResultWaiter;
}

/** `POST /visualize` (specification "Endpoints"). */
export function visualizeRouter(dependencies: VisualizeDependencies): Router {
  const router = Router();
  const { keys } = dependencies.accept.database;
  router
    .route('/visualize')
    .post(authenticate(keys), (req, res) => visualize(dependencies, req, res))
    .all(methodNotAllowed('POST'));
  return router;
}

async function visualize(dependencies: VisualizeDependencies, req: Request, res: Response): Promise<void> {
  const gone = callerGone(res);
  const admission = await admit(dependencies.admission, res, keyOf(res));
  let goesOn: RenderDoc | undefined;
  try {
    const taken = await takeOn(dependencies, req, res, admission.account, gone);
    res.set('X-Render-Id', taken.render._id);
    goesOn = await answerTaken(dependencies, req, res, taken, gone);
  } finally {
    if (goesOn) leaveWhenEnded(dependencies, goesOn, admission);
    else await admission.leave();
  }
}

/** Answers a render that was taken on; what is returned goes on without its caller. */
async function answerTaken(
  dependencies: VisualizeDependencies,
  req: Request,
  res: Response,
  taken: Taken,
  gone: AbortSignal,
): Promise<RenderDoc | undefined> {
  try {
    return await answer(dependencies, req, res, taken, gone);
  } catch (error) {
    // From here on only an error made on purpose knows whether the render was charged.
    if (error instanceof ApiError || res.headersSent) throw error;
    throw fetchLater(taken.render._id, 'The service could not find out how this render ended', error);
  } finally {
    taken.registration.release();
  }
}

/** A render whose caller no longer waits still counts among those its key has under way. */
function leaveWhenEnded(dependencies: VisualizeDependencies, render: RenderDoc, admission: Admission): void {
  const registration = dependencies.waiter.register(render._id);
  const limits = { waitUntil: render.deadlineAt.getTime() + 1000, signal: new AbortController().signal };
  void waitForResult(dependencies.accept, render, registration, limits)
    .catch((error: unknown) => error)
    .finally(() => {
      registration.release();
      return admission.leave();
    });
}

/** Aborts when the connection closes before the answer is complete (baselines: `req` 'close' fires too early). */
function callerGone(res: Response): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort(new CallerGone());
  });
  return controller.signal;
}

interface Taken {
  render: RenderDoc;
  registration: Registration;
}

/** Everything up to the queue; the registration is made before the job, so that no event is missed. */
async function takeOn(
  dependencies: VisualizeDependencies,
  req: Request,
  res: Response,
  account: AccountDoc,
  signal: AbortSignal,
): Promise<Taken> {
  const { requestId, receivedAt } = contextOf(res);
  const key = keyOf(res);
  let webhook: RenderWebhook | undefined;
  const prepared = await prepareRender(dependencies.prepare, req, {
    key,
    requestId,
    receivedAt,
    signal,
    beforeFetch: async (deadlineAt) => {
      webhook = await webhookOf(req, account, dependencies.prepare.outbound, signal);
      if (key.mode === 'live' && account.credits.available < 1) {
        throw insufficientCredits(account.credits.available, dependencies.accept.developersUrl);
      }
      await dependencies.admission.backPressure.check(key.mode, deadlineAt);
    },
  });
  if ('repeat' in prepared) return follow(dependencies, prepared.repeat);
  if (webhook) prepared.draft.webhook = webhook;
  const registration = dependencies.waiter.register(prepared.draft._id);
  try {
    const accepted = await acceptRender(dependencies.accept, prepared.draft);
    if ('render' in accepted) return { render: accepted.render, registration };
  } catch (error) {
    registration.release();
    throw error;
  }
  registration.release();
  return followFirst(dependencies, prepared.draft);
}

function follow(dependencies: VisualizeDependencies, render: RenderDoc): Taken {
  return { render, registration: dependencies.waiter.register(render._id) };
}

/** A parallel request with the same Idempotency-Key was first: its render is ours as well. */
async function followFirst(dependencies: VisualizeDependencies, draft: RenderDoc): Promise<Taken> {
  const { key, fingerprint } = draft.idempotency!;
  await dependencies.prepare.blobs.deletePrefix(`renders/${draft._id}/`);
  const first = await findRepeat(dependencies.accept.database.renders, draft.account, key, fingerprint);
  if (first) return follow(dependencies, first);
  throw new ApiError(
    'IDEMPOTENCY_CONFLICT',
    'A request with this Idempotency-Key just failed; repeat yours.',
    {
      retryAfter: 1,
    },
  );
}

async function answer(
  dependencies: VisualizeDependencies,
  req: Request,
  res: Response,
  { render, registration }: Taken,
  gone: AbortSignal,
): Promise<RenderDoc | undefined> {
  const { accept, waiter } = dependencies;
  const preference = preferenceOf(req);
  const holdMs = Math.min(preference.waitMs, dependencies.admission.config.HOLD_SECONDS * 1000);
  const waitUntil = contextOf(res).receivedAt + holdMs;
  const outcome = await waitForResult(accept, render, registration, { waitUntil, signal: gone });
  switch (outcome.kind) {
    case 'gone':
      // Another caller may be waiting for the same render through its Idempotency-Key.
      if (waiter.waiting(render._id) === 1 && (await callerLeft(accept, render._id))) return undefined;
      return render;
    case 'closing':
      throw fetchLater(render._id, 'The service is restarting');
    case 'pending':
      if (!preference.applied)
        throw fetchLater(render._id, 'This render takes longer than a connection is held');
      sendAccepted(res, outcome.render, preference);
      return outcome.render;
    case 'ended':
      await sendEnded(dependencies, req, res, outcome.render, waitUntil);
      return undefined;
  }
}

/** 202 for a caller that asked not to be held (RFC 7240 `respond-async`, `wait`). */
function sendAccepted(res: Response, render: RenderDoc, preference: Preference): void {
  res.set('Location', `/visualize/${render._id}`);
  res.set('Preference-Applied', preference.applied!);
  res.set('Retry-After', '2');
  res.status(202).json(renderView(render));
}

async function sendEnded(
  dependencies: VisualizeDependencies,
  req: Request,
  res: Response,
  render: RenderDoc,
  until: number,
): Promise<void> {
  if (render.state !== 'succeeded') throw endingError(render);
  const usage = await retryWhileBackendIsDown(() => readUsage(dependencies.accept.database, render), until);
  failpoint('visualize.before-answer');
  await sendResult(req, res, dependencies.prepare.blobs, render, usage);
}
