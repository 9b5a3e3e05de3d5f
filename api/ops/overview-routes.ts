import Joi from 'joi';
import { ApiError } from '../../shared/errors.ts';
import { formFacts, pageFacts } from '../http/page-facts.ts';
import { defineRoute } from '../http/route.ts';
import { byOperator } from '../identity/audit-origin.ts';
import { seeOther, sendPage } from '../identity/send-page.ts';
import { designPage } from './design/design-page.tsx';
import { switchProvider, switchQueue, switchWorker } from './fleet-actions.ts';
import type { OperatorDependencies } from './operator-dependencies.ts';
import { readOverview } from './overview.ts';
import { overviewPage } from './overview-page.tsx';
import { getUpdates } from './updates-route.ts';

const getOverview = defineRoute({
  ...pageFacts,
  id: 'getOpsOverview',
  path: '/ops',
  access: 'operator',
  summary: 'State of the service',
  query: Joi.object<{ done?: string }>({ done: Joi.string().max(40) }).unknown(),
  handle: async (dependencies: OperatorDependencies, { res, person, query }) => {
    const overview = await readOverview(dependencies);
    sendPage(res, overviewPage({ person, overview, done: query.done }, dependencies.web().build.ops));
  },
});

const queueParameter = { queue: { description: 'Name of a queue.', schema: { type: 'string' } } } as const;

const defineQueueRoute = (action: 'pause' | 'resume') =>
  defineRoute({
    ...formFacts,
    id: `${action}Queue`,
    path: `/ops/queue/:queue/${action}`,
    params: queueParameter,
    access: 'operator',
    summary: action === 'pause' ? 'Pause a queue' : 'Resume a queue',
    failures: ['NOT_FOUND'],
    handle: async (dependencies: OperatorDependencies, call) => {
      await switchQueue(dependencies, byOperator(call), call.params.queue, action);
      seeOther(call.res, `/ops?done=${action === 'pause' ? 'paused' : 'queue-resumed'}#queues`);
    },
  });

const providerParameter = {
  provider: { description: 'Name of a provider.', schema: { type: 'string' } },
} as const;

const defineBreakerRoute = (action: 'open' | 'close') =>
  defineRoute({
    ...formFacts,
    id: `${action}Breaker`,
    path: `/ops/providers/:provider/${action}`,
    params: providerParameter,
    access: 'operator',
    summary: action === 'open' ? 'Switch a provider off for some minutes' : 'Try a provider again',
    failures: ['NOT_FOUND'],
    handle: async (dependencies: OperatorDependencies, call) => {
      await switchProvider(dependencies, byOperator(call), call.params.provider, action);
      seeOther(call.res, `/ops?done=provider-${action === 'open' ? 'off' : 'on'}#provider-states`);
    },
  });

const workerParameter = {
  worker: { description: 'Id of a worker.', schema: { type: 'string' } },
} as const;

const defineWorkerRoute = (action: 'drain' | 'resume') =>
  defineRoute({
    ...formFacts,
    id: `${action}Worker`,
    path: `/ops/workers/:worker/${action}`,
    params: workerParameter,
    access: 'operator',
    summary: action === 'drain' ? 'Let a worker take no more renders' : 'Let a worker take renders again',
    failures: ['NOT_FOUND'],
    handle: async (dependencies: OperatorDependencies, call) => {
      await switchWorker(dependencies, byOperator(call), call.params.worker, action);
      seeOther(call.res, `/ops?done=worker-${action === 'drain' ? 'drained' : 'resumed'}#workers`);
    },
  });

const getDesign = defineRoute({
  ...pageFacts,
  id: 'getDesign',
  path: '/ops/design',
  access: 'operator',
  summary: 'Every component of the pages, in development',
  failures: ['NOT_FOUND'],
  handle: ({ config, web }: OperatorDependencies, { res, person }) => {
    if (config.NODE_ENV === 'production') throw new ApiError('NOT_FOUND', 'This page is for development.');
    sendPage(res, designPage(person, web().build.ops));
  },
});

export const overviewRoutes = [
  getOverview,
  getUpdates,
  defineQueueRoute('pause'),
  defineQueueRoute('resume'),
  defineBreakerRoute('open'),
  defineBreakerRoute('close'),
  defineWorkerRoute('drain'),
  defineWorkerRoute('resume'),
  getDesign,
];
