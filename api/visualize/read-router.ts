import { type Request, type Response, Router } from 'express';
import { creditsOf } from '../../shared/credits/credits-of.ts';
import { readUsage } from '../../shared/credits/usage.ts';
import { ApiError } from '../../shared/errors.ts';
import { endRender } from '../../shared/renders/end-render.ts';
import { endingError } from '../../shared/renders/ending-error.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { publishCancel } from '../../shared/renders/render-signals.ts';
import { renderView } from '../../shared/renders/render-view.ts';
import { isTerminal } from '../../shared/renders/states.ts';
import { authenticate, keyOf } from '../http/authenticate.ts';
import { methodNotAllowed } from '../http/error-response.ts';
import { streamEvents } from './event-stream.ts';
import { queuePosition } from './queue-position.ts';
import type { ReadDependencies } from './read-dependencies.ts';
import { sendPng, sendResult } from './send-result.ts';

type ById = Request<{ id: string }>;

/** `GET` and `DELETE /visualize/{id}` with `/image` and `/events`, for the owner's keys only. */
export function readRouter(dependencies: ReadDependencies): Router {
  const router = Router();
  const owner = authenticate(dependencies.database.keys);
  router
    .route('/visualize/:id')
    .get(owner, (req: ById, res) => show(dependencies, req, res))
    .delete(owner, (req: ById, res) => cancel(dependencies, req, res))
    .all(methodNotAllowed('GET, DELETE'));
  router
    .route('/visualize/:id/image')
    .get(owner, (req: ById, res) => image(dependencies, req, res))
    .all(methodNotAllowed('GET'));
  router
    .route('/visualize/:id/events')
    .get(owner, (req: ById, res) => events(dependencies, req, res))
    .all(methodNotAllowed('GET'));
  return router;
}

/** A render of another account is reported like one that does not exist. */
async function ownRender({ database }: ReadDependencies, req: ById, res: Response): Promise<RenderDoc> {
  const render = await database.renders
    .findOne({ _id: req.params.id, account: keyOf(res).account })
    .lean<RenderDoc>();
  if (render) return render;
  throw new ApiError('NOT_FOUND', 'There is no such render under this account; renders are kept 90 days.');
}

async function show(dependencies: ReadDependencies, req: ById, res: Response): Promise<void> {
  const render = await ownRender(dependencies, req, res);
  if (render.state === 'succeeded') {
    const usage = await readUsage(dependencies.database, render);
    await sendResult(res, dependencies.blobs, render, usage, renderView(render));
    return;
  }
  const position = await queuePosition(dependencies, render);
  res.set('X-Render-Id', render._id).set('Cache-Control', 'no-store');
  if (!isTerminal(render.state)) res.set('Retry-After', '2');
  res.json(renderView(render, position));
}

async function image(dependencies: ReadDependencies, req: ById, res: Response): Promise<void> {
  const render = await ownRender(dependencies, req, res);
  if (render.state === 'succeeded') {
    res.set('X-Render-Id', render._id).set('Cache-Control', 'private, no-store');
    return sendPng(res, dependencies.blobs, render);
  }
  if (isTerminal(render.state)) throw endingError(render);
  throw new ApiError('NOT_FOUND', `Render ${render._id} is ${render.state}; it has no image yet.`, {
    retryAfter: 2,
  });
}

async function events(dependencies: ReadDependencies, req: ById, res: Response): Promise<void> {
  const render = await ownRender(dependencies, req, res);
  await streamEvents(dependencies, req, res, render);
}

/** Cancels a queued render, or aborts a running one; responds with what was charged. */
async function cancel(dependencies: ReadDependencies, req: ById, res: Response): Promise<void> {
  const found = await ownRender(dependencies, req, res);
  const { database, retention, connection, prefix } = dependencies;
  const cancelled = await endRender(database, retention, found._id, 'cancel');
  if (cancelled) {
    await publishCancel(connection, { prefix }, found._id).catch(() => undefined);
    dependencies.waiter.wake(found._id);
  }
  const render = cancelled ?? (await ownRender(dependencies, req, res));
  const credits = creditsOf(render);
  res.set({ 'X-Render-Id': render._id, 'X-Credits-Used': String(credits) });
  res.json({ ...renderView(render), usage: { credits } });
}
