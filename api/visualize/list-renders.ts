import type { Request, Response } from 'express';
import { creditsOf } from '../../shared/credits/credits-of.ts';
import { invalidInput } from '../../shared/errors.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import type { RenderDoc, RenderModel } from '../../shared/renders/render-model.ts';
import { renderView } from '../../shared/renders/render-view.ts';
import { renderStates } from '../../shared/renders/states.ts';
import { afterCursor, assertParameters, pageOf, textParameter, timeParameter, toPage } from '../http/page.ts';

const parameters = ['state', 'from', 'to', 'limit', 'cursor'] as const;

/** `GET /visualize`: the renders of the key's account and mode, newest first, without images. */
export async function listRenders(
  { renders, baseUrl }: { renders: RenderModel; baseUrl: string },
  key: ApiKeyDoc,
  { query }: Request,
  res: Response,
): Promise<void> {
  assertParameters(query, parameters);
  const { limit, after } = pageOf(query);
  const created = createdBetween(timeParameter(query, 'from'), timeParameter(query, 'to'));
  const state = stateOf(textParameter(query, 'state'));
  const filter = {
    account: key.account,
    mode: key.mode,
    ...state,
    ...created,
    ...afterCursor('createdAt', after),
  };
  const docs = await renders
    .find(filter)
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit + 1)
    .lean<RenderDoc[]>();
  const { page, nextCursor } = toPage(docs, limit, (render) => render.createdAt);
  const list = page.map((render) => ({
    ...renderView(render, baseUrl),
    usage: { credits: creditsOf(render) },
  }));
  res.set('Cache-Control', 'no-store').json({ renders: list, nextCursor });
}

/** `from` is included, `to` is not. */
function createdBetween(from: Date | undefined, to: Date | undefined): object {
  if (!from && !to) return {};
  return { createdAt: { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) } };
}

function stateOf(state: string | undefined): object {
  if (state === undefined) return {};
  if ((renderStates as readonly string[]).includes(state)) return { state };
  throw invalidInput('state', `is not a state of a render; use ${renderStates.join(', ')}.`);
}
