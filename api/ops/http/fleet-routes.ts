import { getPhase } from '../../../shared/breaker/breaker-state.ts';
import { defineRoute } from '../../http/route.ts';
import { byOperator } from '../../identity/audit-origin.ts';
import { json } from '../../openapi/operation.ts';
import {
  buildList,
  count,
  flag,
  moment,
  namedObject,
  openText,
  optional,
  text,
} from '../../openapi/schema.ts';
import { heldMinutes, switchProvider, switchQueue, switchWorker } from '../fleet-actions.ts';
import { readQueue } from '../overview.ts';
import { type OperatorApiDependencies, operatorFacts } from './operator-call.ts';

const done = { 204: { description: 'Done.' } };

interface ProviderView {
  name: string;
  testOnly: boolean;
  workers: number;
  breaker: string;
  openUntil?: Date;
}

const getProviders = defineRoute({
  ...operatorFacts,
  id: 'listProviders',
  method: 'get',
  path: '/api/ops/providers',
  summary: 'List the render providers',
  responses: {
    200: {
      description: 'The providers.',
      content: json(
        namedObject<{ providers: ProviderView[] }>('ProviderList', 'The render providers.', {
          providers: buildList(
            namedObject<ProviderView>('ProviderState', 'A render provider now.', {
              name: text('Its name.'),
              testOnly: flag('Whether only renders of test keys use it.'),
              workers: count('Workers that serve it.'),
              breaker: openText('Whether renders use it.', ['closed', 'open', 'half-open']),
              openUntil: optional(moment('While it is open: until when.')),
            }),
            'In the order of the chain.',
          ),
        }),
      ),
    },
  },
  handle: async ({ health }: OperatorApiDependencies) => {
    const { providers, nowMs } = await health();
    return {
      providers: providers.map(({ provider: name, testOnly, workers, breaker }): ProviderView => {
        const phase = getPhase(breaker, nowMs);
        const openUntil = phase === 'open' ? { openUntil: new Date(breaker.openUntil) } : {};
        return { name, testOnly, workers, breaker: phase, ...openUntil };
      }),
    };
  },
});

const defineProviderSwitch = (action: 'open' | 'close', summary: string) =>
  defineRoute({
    ...operatorFacts,
    id: action === 'open' ? 'switchProviderOff' : 'switchProviderOn',
    method: 'post',
    path: `/api/ops/providers/:provider/${action}`,
    params: { provider: { description: 'Name of the provider.', schema: text('A name.') } },
    summary,
    responses: done,
    failures: ['NOT_FOUND'],
    handle: (dependencies: OperatorApiDependencies, call) =>
      switchProvider(dependencies, byOperator(call), call.params.provider, action),
  });

interface QueueView {
  name: string;
  waiting?: number;
  active?: number;
  delayed?: number;
  failed?: number;
  paused?: boolean;
}

const getQueues = defineRoute({
  ...operatorFacts,
  id: 'listQueues',
  method: 'get',
  path: '/api/ops/queues',
  summary: 'List the queues',
  responses: {
    200: {
      description: 'The queues.',
      content: json(
        namedObject<{ queues: QueueView[] }>('QueueList', 'The queues.', {
          queues: buildList(
            namedObject<QueueView>('QueueState', 'A queue; without numbers while it cannot be read.', {
              name: text('Its name.'),
              waiting: optional(count('Jobs that wait.')),
              active: optional(count('Jobs that are running.')),
              delayed: optional(count('Jobs that are due later.')),
              failed: optional(count('Failed jobs that are kept.')),
              paused: optional(flag('Whether its jobs wait until it is resumed.')),
            }),
            'Every queue.',
          ),
        }),
      ),
    },
  },
  handle: async ({ queues }: OperatorApiDependencies) => ({
    queues: (await Promise.all(queues.map(readQueue))).map(({ name, depth }): QueueView => {
      if (!depth) return { name };
      const { waiting, active, delayed, failed, paused } = depth;
      return { name, waiting, active, delayed, failed, paused };
    }),
  }),
});

const defineQueueSwitch = (action: 'pause' | 'resume', summary: string) =>
  defineRoute({
    ...operatorFacts,
    id: action === 'pause' ? 'stopQueue' : 'restartQueue',
    method: 'post',
    path: `/api/ops/queues/:queue/${action}`,
    params: { queue: { description: 'Name of the queue.', schema: text('A name.') } },
    summary,
    responses: done,
    failures: ['NOT_FOUND'],
    handle: (dependencies: OperatorApiDependencies, call) =>
      switchQueue(dependencies, byOperator(call), call.params.queue, action),
  });

interface WorkerView {
  id: string;
  queues: readonly string[];
  draining: boolean;
}

const getWorkers = defineRoute({
  ...operatorFacts,
  id: 'listWorkers',
  method: 'get',
  path: '/api/ops/workers',
  summary: 'List the workers',
  responses: {
    200: {
      description: 'The workers that announced themselves in the last 15 seconds.',
      content: json(
        namedObject<{ workers: WorkerView[] }>('WorkerList', 'The workers.', {
          workers: buildList(
            namedObject<WorkerView>('WorkerState', 'A worker.', {
              id: text('Its id.'),
              queues: buildList(text('A queue.'), 'The queues that it serves.'),
              draining: flag('Whether it takes no more renders.'),
            }),
            'The live workers.',
          ),
        }),
      ),
    },
  },
  handle: async ({ fleet }: OperatorApiDependencies) => ({
    workers: (await fleet()).live.map(
      ({ id, queues, draining = false }): WorkerView => ({ id, queues, draining }),
    ),
  }),
});

const defineWorkerSwitch = (action: 'drain' | 'resume', summary: string) =>
  defineRoute({
    ...operatorFacts,
    id: action === 'drain' ? 'stopWorker' : 'restartWorker',
    method: 'post',
    path: `/api/ops/workers/:worker/${action}`,
    params: { worker: { description: 'Id of the worker.', schema: text('A name.') } },
    summary,
    responses: done,
    failures: ['NOT_FOUND'],
    handle: (dependencies: OperatorApiDependencies, call) =>
      switchWorker(dependencies, byOperator(call), call.params.worker, action),
  });

export const fleetApiRoutes = [
  getProviders,
  defineProviderSwitch('open', `Switch a provider off for ${heldMinutes} minutes`),
  defineProviderSwitch('close', 'Try a provider again'),
  getQueues,
  defineQueueSwitch('pause', 'Pause a queue'),
  defineQueueSwitch('resume', 'Resume a queue'),
  getWorkers,
  defineWorkerSwitch('drain', 'Let a worker take no more renders'),
  defineWorkerSwitch('resume', 'Let a worker take renders again'),
];
