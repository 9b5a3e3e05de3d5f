import type { Request, Response } from 'express';
import Joi from 'joi';
import { creditsOf } from '../../shared/credits/credits-of.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import type { RenderDoc, RenderModel } from '../../shared/renders/render-model.ts';
import { renderView } from '../../shared/renders/render-view.ts';
import { type RenderState, renderStates } from '../../shared/renders/states.ts';
import { type PageQuery, pageFilter, pageParameters, toPage } from '../http/page.ts';
import { createQueryReader, queryParameter } from '../http/query.ts';

export const listQuery = Joi.object<PageQuery & { state?: RenderState }>({
  state: queryParameter(
    (name) => renderStates.find((state) => state === name),
    `is not a state of a render; use ${renderStates.join(', ')}`,
  )
    .description('Renders in this state only.')
    .meta({ jsonSchema: { type: 'string', enum: renderStates } }),
  ...pageParameters,
});

const readQuery = createQueryReader(listQuery);

/** `GET /visualize`: the renders of the key's account and mode, newest first, without images. */
export async function listRenders(
  { renders, baseUrl }: { renders: RenderModel; baseUrl: string },
  key: ApiKeyDoc,
  { query }: Request,
  res: Response,
): Promise<void> {
  const asked = readQuery(query);
  const { state, limit } = asked;
  const filter = {
    account: key.account,
    mode: key.mode,
    ...(state ? { state } : {}),
    ...pageFilter('createdAt', asked),
  };
  const docs = await renders
    .find(filter)
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit + 1)
    .lean<RenderDoc[]>();
  const { page, nextCursor } = toPage(docs, asked, (render) => render.createdAt);
  const list = page.map((render) => ({
    ...renderView(render, baseUrl),
    usage: { credits: creditsOf(render) },
  }));
  res.set('Cache-Control', 'no-store').json({ renders: list, nextCursor });
}
