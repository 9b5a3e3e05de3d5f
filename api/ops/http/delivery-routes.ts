import { defineRoute } from '../../http/route.ts';
import { byOperator } from '../../identity/audit-origin.ts';
import { json } from '../../openapi/operation.ts';
import { flag, namedObject, text } from '../../openapi/schema.ts';
import { replayEventByOperator } from '../events/event-actions.ts';
import { replayWebhookByOperator, retryByOperator, withdrawByOperator } from '../renders/render-actions.ts';
import { type OperatorApiDependencies, operatorFacts } from './operator-call.ts';

const renderParameter = { render: { description: 'Id of the render.', schema: text('An id.') } } as const;

interface Withdrawn {
  withdrawn: boolean;
}

const postWithdraw = defineRoute({
  ...operatorFacts,
  id: 'withdrawOperatedRender',
  method: 'post',
  path: '/api/ops/renders/:render/withdraw',
  params: renderParameter,
  summary: 'Withdraw an open render',
  description: 'It costs nothing. One that has ended is not changed.',
  responses: {
    200: {
      description: 'The result.',
      content: json(
        namedObject<Withdrawn>('WithdrawnRender', 'Result of a withdrawal.', {
          withdrawn: flag('False: there is no such open render.'),
        }),
      ),
    },
  },
  handle: async (dependencies: OperatorApiDependencies, call) => ({
    withdrawn: await withdrawByOperator(dependencies, byOperator(call), call.params.render),
  }),
});

interface Retried {
  retried: boolean;
}

const postRetry = defineRoute({
  ...operatorFacts,
  id: 'retryOperatedRender',
  method: 'post',
  path: '/api/ops/renders/:render/retry',
  params: renderParameter,
  summary: 'Give a running render to another worker',
  description:
    'For an attempt that seems stuck. That attempt no longer decides anything; its provider may be called again. The render still costs one credit at most, and keeps its deadline.',
  responses: {
    200: {
      description: 'The result.',
      content: json(
        namedObject<Retried>('RetriedRender', 'Result of a retry.', {
          retried: flag('False: there is no such running render, or it has no attempt left.'),
        }),
      ),
    },
  },
  handle: async (dependencies: OperatorApiDependencies, call) => ({
    retried: await retryByOperator(dependencies, byOperator(call), call.params.render),
  }),
});

const postWebhook = defineRoute({
  ...operatorFacts,
  id: 'replayOperatedWebhook',
  method: 'post',
  path: '/api/ops/renders/:render/webhook',
  params: renderParameter,
  summary: 'Send the webhook of a render again',
  responses: { 204: { description: 'It is sent again, with all of its attempts.' } },
  failures: ['NOT_FOUND', 'CONFLICT'],
  handle: (dependencies: OperatorApiDependencies, call) =>
    replayWebhookByOperator(dependencies, byOperator(call), call.params.render),
});

interface Replayed {
  replayed: boolean;
}

const postReplay = defineRoute({
  ...operatorFacts,
  id: 'replayOperatedEvent',
  method: 'post',
  path: '/api/ops/events/:event/replay',
  params: { event: { description: 'Id of the event.', schema: text('An id.') } },
  summary: 'Forward an event again',
  responses: {
    200: {
      description: 'The result.',
      content: json(
        namedObject<Replayed>('ReplayedEvent', 'Result of a replay.', {
          replayed: flag('False: it waits to be forwarded already.'),
        }),
      ),
    },
  },
  failures: ['NOT_FOUND', 'CONFLICT'],
  handle: async (dependencies: OperatorApiDependencies, call) => ({
    replayed: await replayEventByOperator(dependencies, byOperator(call), call.params.event),
  }),
});

export const deliveryApiRoutes = [postRetry, postWithdraw, postWebhook, postReplay];
