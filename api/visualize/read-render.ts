import type { Request, Response } from 'express';
import Joi from 'joi';
import { countCredits } from '../../shared/credits/count-credits.ts';
import { ApiError } from '../../shared/errors.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import { deleteImages } from '../../shared/renders/delete-images.ts';
import { endingError } from '../../shared/renders/ending-error.ts';
import { toImageUrl } from '../../shared/renders/image-url.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { productResults, renderView } from '../../shared/renders/render-view.ts';
import { isTerminal } from '../../shared/renders/states.ts';
import { cancelOpenRender } from '../../shared/renders/withdraw-render.ts';
import { hourMs } from '../../shared/time.ts';
import { lookOfRender, revokeLook } from '../../shared/try-on/shared-looks.ts';
import { clientAddress } from '../http/client-address.ts';
import { queryParameter } from '../http/query.ts';
import { readUsage } from '../renders/usage.ts';
import { convertedMimes } from './conversions.ts';
import { streamEvents } from './event-stream.ts';
import { findOwnRender, isOfShopper } from './own-render.ts';
import { queuePosition } from './queue-position.ts';
import type { ReadDependencies } from './read-dependencies.ts';
import { getRepresentation, sendImage, sendResult, setResultHeaders } from './send-result.ts';

interface ById {
  req: Request;
  res: Response;
  key: ApiKeyDoc;
  params: { id: string };
}

const ownRender = ({ database }: ReadDependencies, { key, params }: ById): Promise<RenderDoc> =>
  findOwnRender(database.renders, key, params.id);

/** `GET /visualize/{id}` */
export async function showRender(
  dependencies: ReadDependencies,
  { query, ...call }: ById & { query: ImageQuery },
): Promise<void> {
  const { res } = call;
  const render = await ownRender(dependencies, call);
  const include = isOfShopper(render) ? 'none' : query.image;
  if (render.state === 'succeeded') return showSucceeded(dependencies, render, include, res);
  const position = await queuePosition(dependencies, render);
  res.set('X-Render-Id', render._id).set('Cache-Control', 'no-store');
  if (!isTerminal(render.state)) res.set('Retry-After', '2');
  const usage = isTerminal(render.state) ? { usage: { credits: countCredits(render) } } : {};
  res.json({ ...renderView(render, dependencies.baseUrl, position), ...usage });
}

const imageForms = ['data', 'url', 'none'] as const;
type ImageForm = (typeof imageForms)[number];

interface ImageQuery {
  image: ImageForm;
}

export const imageQuery = Joi.object<ImageQuery>({
  image: queryParameter(
    (name) => imageForms.find((form) => form === name),
    `must be one of ${imageForms.join(', ')}`,
  )
    .default('data')
    .description('`image` of the response: a data URL, the URL of the bytes, or left out.')
    .meta({ jsonSchema: { type: 'string', enum: imageForms } }),
}).unknown();

/** The record of a render outlives its image: without it, it has `imageDeletedAt`. */
async function showSucceeded(
  dependencies: ReadDependencies,
  render: RenderDoc,
  include: ImageForm,
  res: Response,
): Promise<void> {
  const { database, baseUrl, retention } = dependencies;
  const usage = await readUsage(database, render);
  const view = renderView(render, baseUrl);
  if (!isOfShopper(render) && getRepresentation(res) !== 'application/json')
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
  const url = () => toImageUrl(dependencies.imageUrls, baseUrl, render._id);
  const link = include === 'url' && !view.imageDeletedAt ? { image: url() } : {};
  res.json({ ...view, ...link, products: productResults(render), usage });
}

/** `GET /visualize/{id}/image` */
export async function showImage(dependencies: ReadDependencies, call: ById): Promise<void> {
  const { req, res } = call;
  const render = await ownRender(dependencies, call);
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

/** `GET /visualize/{id}/events` */
export async function showEvents(dependencies: ReadDependencies, call: ById): Promise<void> {
  const { req, res, key } = call;
  const render = await ownRender(dependencies, call);
  const release = dependencies.streams.take({ keyId: key._id, address: clientAddress(req.ip) });
  try {
    await streamEvents(dependencies, req, res, render);
  } finally {
    release();
  }
}

/**
 * `DELETE /visualize/{id}`: cancels a queued render, or aborts a running one; of one that had ended before, the images are deleted.
 * Returns what was charged.
 */
export async function removeRender(dependencies: ReadDependencies, call: ById): Promise<object> {
  const found = await ownRender(dependencies, call);
  const cancelled = await cancel(dependencies, found);
  const ended = cancelled ?? (await ownRender(dependencies, call));
  const render = isTerminal(found.state) ? await deleteAll(dependencies, ended) : ended;
  const credits = countCredits(render);
  call.res.set('X-Credits-Used', String(credits));
  return { ...renderView(render, dependencies.baseUrl), usage: { credits } };
}

/** Deletes the images, and the link under which a shopper has shared the result. */
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
