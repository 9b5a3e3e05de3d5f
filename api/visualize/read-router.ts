import { type Request, type Response, Router } from 'express';
import { creditsOf } from '../../shared/credits/credits-of.ts';
import { readUsage } from '../../shared/credits/usage.ts';
import { ApiError, invalidInput } from '../../shared/errors.ts';
import { deleteImages } from '../../shared/renders/delete-images.ts';
import { endingError } from '../../shared/renders/ending-error.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { productResults, renderView } from '../../shared/renders/render-view.ts';
import { isTerminal } from '../../shared/renders/states.ts';
import { cancelOpenRender } from '../../shared/renders/withdraw-render.ts';
import { hourMs } from '../../shared/time.ts';
import { lookOfRender, revokeLook } from '../../shared/try-on/shared-looks.ts';
import { authenticate, keyOf } from '../http/authenticate.ts';
import { clientAddress } from '../http/client-address.ts';
import { methodNotAllowed } from '../http/error-response.ts';
import { textParameter } from '../http/query.ts';
import { convertedMimes } from './conversions.ts';
import { streamEvents } from './event-stream.ts';
import { findOwnRender, isOfShopper } from './own-render.ts';
import { queuePosition } from './queue-position.ts';
import type { ReadDependencies } from './read-dependencies.ts';
import { representationOf, sendImage, sendResult, setResultHeaders } from './send-result.ts';

type ById = Request<{ id: string }>;

/** `GET` and `DELETE /visualize/{id}` with `/image` and `/events`, for the owner's keys only. */
export function readRouter(dependencies: ReadDependencies): Router {
  const router = Router();
  const owner = authenticate(dependencies.database.keys);
  router
    .route('/visualize/:id')
    .get(owner, (req: ById, res) => show(dependencies, req, res))
    .delete(owner, (req: ById, res) => remove(dependencies, req, res))
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

function ownRender({ database }: ReadDependencies, req: ById, res: Response): Promise<RenderDoc> {
  return findOwnRender(database.renders, keyOf(res), req.params.id);
}

async function show(dependencies: ReadDependencies, req: ById, res: Response): Promise<void> {
  const asked = imageParameterOf(req);
  const render = await ownRender(dependencies, req, res);
  const include = isOfShopper(render) ? 'none' : asked;
  if (render.state === 'succeeded') return showSucceeded(dependencies, render, include, res);
  const position = await queuePosition(dependencies, render);
  res.set('X-Render-Id', render._id).set('Cache-Control', 'no-store');
  if (!isTerminal(render.state)) res.set('Retry-After', '2');
  res.json(renderView(render, dependencies.baseUrl, position));
}

const imageParameters = ['data', 'url', 'none'] as const;
type ImageParameter = (typeof imageParameters)[number];

/** `?image`: the image as a data URL (the default), as the URL of its bytes, or left out. */
function imageParameterOf({ query }: Request<{ id: string }>): ImageParameter {
  const image = textParameter(query, 'image') ?? 'data';
  if ((imageParameters as readonly string[]).includes(image)) return image as ImageParameter;
  throw invalidInput('image', `must be one of ${imageParameters.join(', ')}.`);
}

/** The record of a render outlives its image: without it, it has `imageDeletedAt`. */
async function showSucceeded(
  dependencies: ReadDependencies,
  render: RenderDoc,
  include: ImageParameter,
  res: Response,
): Promise<void> {
  const { database, baseUrl, retention } = dependencies;
  const usage = await readUsage(database, render);
  const view = renderView(render, baseUrl);
  if (!isOfShopper(render) && representationOf(res) !== 'application/json')
    return sendResult(res, dependencies, render, usage);
  if (include === 'data' && !view.imageDeletedAt) {
    try {
      return await sendResult(res, dependencies, render, usage, view);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'EXPIRED') throw error;
      // Images purged by the previous release left no date; it follows from the retention.
      const hours = retention.RETAIN_OUTPUT_HOURS;
      view.imageDeletedAt = new Date(render.endedAt!.getTime() + hours * hourMs).toISOString();
    }
  }
  setResultHeaders(res, render, usage);
  const link = include === 'url' && !view.imageDeletedAt ? { image: view.urls.image } : {};
  res.json({ ...view, ...link, products: productResults(render), usage });
}

async function image(dependencies: ReadDependencies, req: ById, res: Response): Promise<void> {
  const render = await ownRender(dependencies, req, res);
  if (isOfShopper(render)) {
    throw new ApiError(
      'NOT_FOUND',
      'A shopper started this render; its image is shown to this shopper alone.',
    );
  }
  if (render.state === 'succeeded') {
    res.set('X-Render-Id', render._id).set('Cache-Control', 'private, no-store').vary('Accept');
    const mimes = ['image/png', ...convertedMimes] as const;
    const accepted = (req.accepts([...mimes]) || 'image/png') as (typeof mimes)[number];
    return sendImage(res, dependencies, render, accepted);
  }
  if (isTerminal(render.state)) throw endingError(render);
  throw new ApiError('NOT_FOUND', `Render ${render._id} is ${render.state}; it has no image yet.`, {
    retryAfter: 2,
  });
}

async function events(dependencies: ReadDependencies, req: ById, res: Response): Promise<void> {
  const render = await ownRender(dependencies, req, res);
  const release = dependencies.streams.take({ keyId: keyOf(res)._id, address: clientAddress(req.ip) });
  try {
    await streamEvents(dependencies, req, res, render);
  } finally {
    release();
  }
}

/**
 * Cancels a queued render, or aborts a running one; of one that had ended before, the images are deleted.
 * Responds with what was charged.
 */
async function remove(dependencies: ReadDependencies, req: ById, res: Response): Promise<void> {
  const found = await ownRender(dependencies, req, res);
  const cancelled = await cancel(dependencies, found);
  const ended = cancelled ?? (await ownRender(dependencies, req, res));
  const render = isTerminal(found.state) ? await deleteAll(dependencies, ended) : ended;
  const credits = creditsOf(render);
  res.set('X-Credits-Used', String(credits));
  res.json({ ...renderView(render, dependencies.baseUrl), usage: { credits } });
}

/** The images, and the link under which a shopper has shared the result. */
async function deleteAll({ database, blobs }: ReadDependencies, ended: RenderDoc): Promise<RenderDoc> {
  const render = await deleteImages({ database, blobs }, ended);
  const look = isOfShopper(render) && (await lookOfRender(database.sharedLooks, render._id));
  if (look) await revokeLook({ sharedLooks: database.sharedLooks, blobs }, look);
  return render;
}

async function cancel(dependencies: ReadDependencies, { _id, state }: RenderDoc): Promise<RenderDoc | null> {
  if (isTerminal(state)) return null;
  const cancelled = await cancelOpenRender(dependencies, _id);
  if (cancelled) dependencies.waiter.wake(_id);
  return cancelled;
}
