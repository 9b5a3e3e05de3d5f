import Joi from 'joi';
import type { DeliveryLogDoc } from '../../../shared/deliveries/delivery-model.ts';
import { ApiError } from '../../../shared/errors.ts';
import { listKeys } from '../../../shared/keys/keys.ts';
import { readAttempts } from '../../../shared/renders/chain-progress.ts';
import type { RenderDoc } from '../../../shared/renders/render-model.ts';
import { findRequests, readCauses } from '../../../shared/requests/read-requests.ts';
import { pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { seeOther, sendPage } from '../../identity/send-page.ts';
import { listRequests, type RequestQuery, requestQuery } from '../../requests/list-requests.ts';
import { isOfShopper } from '../../visualize/own-render.ts';
import { sendImage } from '../../visualize/send-result.ts';
import type { PortalDependencies } from '../portal-dependencies.ts';
import { requestPage } from './request-page.tsx';
import { requestsPage, toRequestPath } from './requests-page.tsx';

const getRequestsPage = defineRoute({
  ...pageFacts,
  id: 'getRequestsPage',
  path: '/developers/requests',
  access: 'developer',
  summary: 'Request log of an account',
  query: (requestQuery as Joi.ObjectSchema<RequestQuery & { request?: string }>).keys({
    request: Joi.string().trim().empty('').max(200),
  }),
  handle: async ({ database, web, limits }: PortalDependencies, { res, person, query }) => {
    if (query.request) return seeOther(res, toRequestPath(query.request));
    const account = person.account.id;
    const [list, causes, keys] = await Promise.all([
      listRequests(database.requests, { account }, query),
      readCauses(database.requests, { account }),
      listKeys(database.keys, account),
    ]);
    const { outcome, code, key } = query;
    const filter = { ...(outcome && { outcome }), ...(code && { code }), ...(key && { key }) };
    const page = { person, ...list, causes, filter, keys, retentionDays: limits.REQUEST_LOG_DAYS };
    sendPage(res, requestsPage(page, web().build.rooms));
  },
});

const getRequestPage = defineRoute({
  ...pageFacts,
  id: 'getRequestPage',
  path: '/developers/requests/:requestId',
  params: { requestId: { description: 'Id of the request.', schema: { type: 'string' } } },
  access: 'developer',
  summary: 'One call of an account',
  failures: ['NOT_FOUND'],
  handle: async ({ database, web }: PortalDependencies, { res, person, params }) => {
    const account = person.account.id;
    const calls = await findRequests(database.requests, { account }, params.requestId);
    if (calls.length === 0)
      throw new ApiError(
        'NOT_FOUND',
        'This account has no call with this request id; a call is in the log about a second after its end.',
      );
    const renderId = calls.find((call) => call.renderId)?.renderId;
    const render = renderId
      ? await database.renders.findOne({ _id: renderId, account }).lean<RenderDoc>()
      : null;
    const log = render?.webhook ? await database.deliveries.findById(account).lean<DeliveryLogDoc>() : null;
    const deliveries = (log?.deliveries ?? []).filter(({ event }) => event === renderId);
    const page = { person, calls, render, attempts: render ? readAttempts(render) : [], deliveries };
    sendPage(res, requestPage(page, web().build.rooms));
  },
});

const getRenderImage = defineRoute({
  id: 'getOwnRenderImage',
  method: 'get',
  path: '/developers/renders/:id/image',
  params: { id: { description: 'Id of the render.', schema: { type: 'string' } } },
  access: 'developer',
  summary: 'Image of a render of an account',
  responses: { 200: { description: 'The image.' } },
  cache: 'private, max-age=3600',
  failures: ['NOT_FOUND', 'EXPIRED'],
  handle: async (dependencies: PortalDependencies, { res, person, params }) => {
    const render = await dependencies.database.renders
      .findOne({ _id: params.id, account: person.account.id, state: 'succeeded' })
      .lean<RenderDoc>();
    if (!render || isOfShopper(render)) throw new ApiError('NOT_FOUND', 'This account has no such image.');
    await sendImage(res, dependencies, render, 'image/webp');
  },
});

export const requestPageRoutes = [getRequestsPage, getRequestPage, getRenderImage];
