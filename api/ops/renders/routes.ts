import Joi from 'joi';
import { listDeliveries } from '../../../shared/deliveries/list-deliveries.ts';
import { renderStates } from '../../../shared/renders/states.ts';
import { findRequests } from '../../../shared/requests/read-requests.ts';
import { formFacts, pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { byOperator } from '../../identity/audit-origin.ts';
import { seeOther, sendPage } from '../../identity/send-page.ts';
import type { OperatorDependencies } from '../operator-dependencies.ts';
import { timeRange } from '../time-range.ts';
import { pageOfRenders } from './page-of-renders.ts';
import { replayWebhookByOperator, retryByOperator, withdrawByOperator } from './render-actions.ts';
import { toRenderPath } from './render-link.tsx';
import { renderPage } from './render-page.tsx';
import { findRenders } from './render-queries.ts';
import { foundPage, type RendersFilter, rendersPage } from './renders-page.tsx';

const maxIdLength = 128;

const word = Joi.string().trim().max(maxIdLength).empty('');

interface RendersQuery extends RendersFilter {
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
    ...timeRange,
  }).prefs({ convert: true }),
  handle: async ({ database, web }: OperatorDependencies, { res, person, query }) => {
    const files = web().build.ops;
    const { find, before, ...filter } = query;
    if (find !== undefined) {
      const found = await findRenders(database.renders, find);
      if (found.length === 1) return seeOther(res, toRenderPath(found[0]!._id));
      return sendPage(res, foundPage({ person, text: find, found }, files), found.length === 0 ? 404 : 200);
    }
    const page = await pageOfRenders(database, filter, before);
    sendPage(res, rendersPage({ person, filter, ...page }, files));
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
    const { account, requestId, webhook } = render;
    const [calls, attempts] = await Promise.all([
      findRequests(database.requests, { account }, requestId),
      webhook ? listDeliveries(database.deliveries, account) : [],
    ]);
    const deliveries = attempts.filter(({ event }) => event === id);
    sendPage(res, renderPage({ person, render, calls, deliveries, done: query.done }, files));
  },
});

const postWithdraw = defineRoute({
  ...formFacts,
  id: 'withdrawRender',
  path: '/ops/renders/:render/withdraw',
  params: renderParameter,
  access: 'operator',
  summary: 'Withdraw an open render',
  handle: async (dependencies: OperatorDependencies, call) => {
    const { res, params } = call;
    const withdrawn = await withdrawByOperator(dependencies, byOperator(call), params.render);
    seeOther(res, `${toRenderPath(params.render)}?done=${withdrawn ? 'withdrawn' : 'ended'}`);
  },
});

const postRetry = defineRoute({
  ...formFacts,
  id: 'retryRender',
  path: '/ops/renders/:render/retry',
  params: renderParameter,
  access: 'operator',
  summary: 'Give a running render to another worker',
  handle: async (dependencies: OperatorDependencies, call) => {
    const { res, params } = call;
    const isRetried = await retryByOperator(dependencies, byOperator(call), params.render);
    seeOther(res, `${toRenderPath(params.render)}?done=${isRetried ? 'retried' : 'not-retried'}`);
  },
});

const postWebhook = defineRoute({
  ...formFacts,
  id: 'replayOpsWebhook',
  path: '/ops/renders/:render/webhook',
  params: renderParameter,
  access: 'operator',
  summary: 'Send the webhook of a render again',
  failures: ['NOT_FOUND', 'CONFLICT'],
  handle: async (dependencies: OperatorDependencies, call) => {
    const id = call.params.render;
    await replayWebhookByOperator(dependencies, byOperator(call), id);
    seeOther(call.res, `${toRenderPath(id)}?done=webhook-again#webhook`);
  },
});

export const renderRoutes = [getRenders, getRender, postRetry, postWithdraw, postWebhook];
