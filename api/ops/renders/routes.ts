import Joi from 'joi';
import { renderStates } from '../../../shared/renders/states.ts';
import { formFacts, pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { byPerson } from '../../identity/audit-origin.ts';
import { seeOther, sendPage } from '../../identity/send-page.ts';
import type { OperatorDependencies } from '../operator-dependencies.ts';
import { renderPage } from './render-page.tsx';
import { findRenders, listRenders, type RenderFilter } from './render-queries.ts';
import { foundPage, rendersPage } from './renders-page.tsx';

const maxIdLength = 128;
const pageSize = 50;

const word = Joi.string().trim().max(maxIdLength).empty('');

interface RendersQuery extends RenderFilter {
  find?: string;
  before?: string;
}

const getRenders = defineRoute({
  ...pageFacts,
  id: 'getOpsRenders',
  path: '/ops/renders',
  access: 'operator',
  summary: 'Renders of every account',
  query: Joi.object<RendersQuery>({
    find: word,
    before: word,
    state: Joi.string()
      .valid(...renderStates)
      .empty(''),
    mode: Joi.string().valid('live', 'test').empty(''),
    account: word,
    store: word,
    provider: word,
  }).prefs({ convert: true }),
  handle: async ({ database, web }: OperatorDependencies, { res, person, query }) => {
    const files = web().build.ops;
    const { find, before, state, mode, account, store, provider } = query;
    if (find !== undefined) {
      const found = await findRenders(database.renders, find);
      if (found.length === 1) return seeOther(res, `/ops/renders/${encodeURIComponent(found[0]!._id)}`);
      return sendPage(res, foundPage({ person, text: find, found }, files), found.length === 0 ? 404 : 200);
    }
    const filter = {
      ...(state && { state }),
      ...(mode && { mode }),
      ...(account && { account }),
      ...(store && { store }),
      ...(provider && { provider }),
    };
    const found = await listRenders(database.renders, filter, { before, limit: pageSize + 1 });
    const renders = found.slice(0, pageSize);
    const next = found.length > pageSize ? renders.at(-1)?._id : undefined;
    sendPage(res, rendersPage({ person, filter, renders, next }, files));
  },
});

const renderParameter = { render: { description: 'Id of the render.', schema: { type: 'string' } } } as const;

const getRender = defineRoute({
  ...pageFacts,
  id: 'getOpsRender',
  path: '/ops/renders/:render',
  params: renderParameter,
  access: 'operator',
  summary: 'Everything about one render',
  query: Joi.object<{ done?: string }>({ done: Joi.string().max(40) }).unknown(),
  handle: async ({ database, web }: OperatorDependencies, { res, person, params, query }) => {
    const files = web().build.ops;
    const id = params.render.slice(0, maxIdLength);
    const [render] = await findRenders(database.renders, id);
    if (render?._id !== id) return sendPage(res, foundPage({ person, text: id, found: [] }, files), 404);
    sendPage(res, renderPage({ person, render, done: query.done }, files));
  },
});

const postWithdraw = defineRoute({
  ...formFacts,
  id: 'withdrawRender',
  path: '/ops/renders/:render/withdraw',
  params: renderParameter,
  access: 'operator',
  summary: 'Withdraw an open render',
  handle: async ({ withdraw, audit }: OperatorDependencies, call) => {
    const { res, params } = call;
    const withdrawn = await withdraw(params.render);
    if (withdrawn) {
      const { account, _id: id } = withdrawn;
      const subject = { kind: 'render', id };
      await audit({ ...byPerson(call), account, action: 'render.withdraw', subject });
    }
    const path = `/ops/renders/${encodeURIComponent(params.render)}`;
    seeOther(res, `${path}?done=${withdrawn ? 'withdrawn' : 'ended'}`);
  },
});

export const renderRoutes = [getRenders, getRender, postWithdraw];
