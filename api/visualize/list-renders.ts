import Joi from 'joi';
import { countCredits } from '../../shared/credits/count-credits.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { type RenderView, renderView } from '../../shared/renders/render-view.ts';
import { type ShownState, shownStates } from '../../shared/renders/states.ts';
import { type PageQuery, pageFilter, pageParameters, toPage } from '../http/page.ts';
import { queryParameter } from '../http/query.ts';
import type { ReadDependencies } from './read-dependencies.ts';

interface ListQuery extends PageQuery {
  state?: ShownState;
}

export const listQuery = Joi.object<ListQuery>({
  state: queryParameter(
    (name) => shownStates.find((state) => state === name),
    `is not a state of a render; use ${shownStates.join(', ')}`,
  )
    .description('Renders in this state only.')
    .meta({ jsonSchema: { type: 'string', enum: shownStates } }),
  ...pageParameters,
});

/** `GET /visualize`: the renders of the key's account and mode, newest first, without images. */
export async function listRenders(
  { database, baseUrl }: Pick<ReadDependencies, 'database' | 'baseUrl'>,
  key: ApiKeyDoc,
  asked: ListQuery,
): Promise<{ renders: (RenderView & { usage: { credits: number } })[]; nextCursor: string | null }> {
  const { state, limit } = asked;
  const filter = {
    account: key.account,
    mode: key.mode,
    ...(state ? { state } : {}),
    ...pageFilter('createdAt', asked),
  };
  const docs = await database.renders
    .find(filter)
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit + 1)
    .lean<RenderDoc[]>();
  const { page, nextCursor } = toPage(docs, asked, (render) => render.createdAt);
  const list = page.map((render) => ({
    ...renderView(render, baseUrl),
    usage: { credits: countCredits(render) },
  }));
  return { renders: list, nextCursor };
}
