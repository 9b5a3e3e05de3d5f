import Joi from 'joi';
import type { Audit } from '../../shared/audit/audit.ts';
import type { Database } from '../../shared/database/database.ts';
import { listDeliveries } from '../../shared/deliveries/list-deliveries.ts';
import { type ReplayDependencies, replayDropped, replayEvent } from '../../shared/deliveries/replay.ts';
import { withBodies } from '../../shared/deliveries/with-bodies.ts';
import {
  disconnectIntegration,
  type IntegrationDependencies,
  type IntegrationView,
  integrationSettings,
  integrationView,
  pauseIntegration,
  resumeIntegration,
  saveIntegration,
} from '../../shared/integrations/integrations.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { defineRoute } from '../http/route.ts';
import { json } from '../openapi/operation.ts';
import { recordChange } from '../stores/record-change.ts';
import { deliveryListSchema, integrationSchema, replayedSchema, testEventResultSchema } from './schemas.ts';
import { sendTestEvent, type TestEventDependencies } from './test-event.ts';

const base = '/api/stores/:slug/integration';
const common = { tag: 'Stores', access: 'key of the store', cache: 'no-store' } as const;

const connected = {
  summary: 'Connected',
  value: {
    state: 'Connected',
    endpoint: 'https://analytics.example',
    writeKey: '••••c0de',
    savedAt: '2026-01-31T09:00:00.000Z',
    changedAt: '2026-01-31T09:00:00.000Z',
  },
};
const integration = {
  200: { description: 'The integration.', content: json(integrationSchema, { connected }) },
};

interface Auditing {
  audit: Audit;
}

type Changing = Pick<IntegrationDependencies, 'stores'> & Auditing;

/** Changes the integration, records it, and returns its view. */
async function change(
  dependencies: Auditing,
  call: Parameters<typeof recordChange>[1],
  verb: string,
  make: (store: StoreDoc) => Promise<StoreDoc | null>,
): Promise<IntegrationView> {
  const before = integrationView(call.store);
  const after = integrationView((await make(call.store)) ?? call.store);
  const values = { before: { ...before }, after: { ...after } };
  await recordChange(dependencies, call, { action: `integration.${verb}`, ...values });
  return after;
}

const getIntegration = defineRoute({
  ...common,
  id: 'getIntegration',
  method: 'get',
  path: base,
  summary: 'Read the integration of a store',
  description: 'State and endpoint; the write key is masked.',
  responses: integration,
  handle: (_dependencies, { store }) => integrationView(store),
});

const putIntegration = defineRoute({
  ...common,
  id: 'saveIntegration',
  method: 'put',
  path: base,
  summary: 'Save the endpoint of a store',
  description: 'Saves the endpoint and the write key, which connects the integration whatever its state was.',
  body: {
    name: 'IntegrationSettings',
    schema: integrationSettings,
    examples: {
      withKey: {
        summary: 'With a write key',
        value: { endpoint: 'https://analytics.example', writeKey: 'wk_1234567890c0de' },
      },
    },
  },
  responses: integration,
  failures: ['CONFLICT'],
  handle: (dependencies: IntegrationDependencies & Auditing, call) =>
    change(dependencies, call, 'save', () => saveIntegration(dependencies, call.store, call.body)),
});

const removeIntegration = defineRoute({
  ...common,
  id: 'removeIntegration',
  method: 'delete',
  path: base,
  summary: 'Remove the endpoint of a store',
  description: 'Removes endpoint and write key; events are no longer forwarded.',
  responses: { 200: { description: 'The integration.', content: json(integrationSchema) } },
  handle: (dependencies: Changing, call) =>
    change(dependencies, call, 'remove', async ({ _id }) => disconnectIntegration(dependencies.stores, _id)),
});

const postPause = defineRoute({
  ...common,
  id: 'pauseIntegration',
  method: 'post',
  path: `${base}/pause`,
  summary: 'Stop forwarding the events of a store',
  description: 'Pauses a connected integration; events are saved meanwhile, and can be replayed.',
  responses: integration,
  failures: ['CONFLICT'],
  handle: (dependencies: Changing, call) =>
    change(dependencies, call, 'pause', ({ _id }) => pauseIntegration(dependencies.stores, _id)),
});

const postResume = defineRoute({
  ...common,
  id: 'resumeIntegration',
  method: 'post',
  path: `${base}/resume`,
  summary: 'Forward the events of a store again',
  description: 'Connects a paused integration with its saved endpoint and write key.',
  responses: integration,
  failures: ['CONFLICT'],
  handle: (dependencies: Changing, call) =>
    change(dependencies, call, 'resume', ({ _id }) => resumeIntegration(dependencies.stores, _id)),
});

const testIntegration = defineRoute({
  ...common,
  id: 'testIntegration',
  method: 'post',
  path: `${base}/test`,
  summary: 'Send a test event',
  description:
    'Sends `Service Test Event` once, without retries. A success connects a paused or disabled integration again.',
  responses: {
    200: {
      description: 'The result, also when the endpoint refused it.',
      content: json(testEventResultSchema),
    },
  },
  failures: ['CONFLICT'],
  handle: async (dependencies: TestEventDependencies & Auditing, call) => {
    const result = await sendTestEvent(dependencies, call.store);
    const { delivered, state } = result;
    await recordChange(dependencies, call, { action: 'integration.test', after: { delivered, state } });
    return result;
  },
});

const getDeliveries = defineRoute({
  ...common,
  id: 'listDeliveries',
  method: 'get',
  path: `${base}/deliveries`,
  summary: 'List the newest attempts to forward events',
  description: 'The last 50 attempts of a store, newest first.',
  query: Joi.object<{ eventId?: string }>({
    eventId: Joi.string().max(128).description('Attempts of this event only.'),
  }),
  responses: { 200: { description: 'The attempts.', content: json(deliveryListSchema) } },
  handle: async ({ deliveries, events }: Pick<Database, 'deliveries' | 'events'>, { store, query }) => ({
    deliveries: await withBodies(events, store, await listDeliveries(deliveries, store._id, query.eventId)),
  }),
});

const moment = Joi.date().iso().prefs({ convert: true });

/** One event, or a time: `from` and `to`. */
interface ReplayRequest {
  eventId?: string;
  from?: Date;
  to?: Date;
}

const postReplay = defineRoute({
  ...common,
  id: 'replayEvents',
  method: 'post',
  path: `${base}/replay`,
  summary: 'Forward events again',
  description:
    'Forwards one event again, delivered or not, or all that were dropped in a time, at most 10,000 a request.',
  body: {
    name: 'ReplayRequest',
    schema: Joi.object<ReplayRequest>({
      eventId: Joi.string()
        .max(128)
        .description('The event: its id as it was sent, or as the endpoint received it.'),
      from: moment.description('Dropped events that were received from this time on.'),
      to: moment.description('… and before this time.'),
    })
      .xor('eventId', 'from')
      .and('from', 'to')
      .description('One event, or all that were dropped in a time.')
      .meta({ jsonSchema: { oneOf: [{ required: ['eventId'] }, { required: ['from', 'to'] }] } }),
    examples: {
      one: { summary: 'One event', value: { eventId: '0192f3c8-7c1e-7a60-8f6b-0d3c7a1f9b11' } },
      dropped: { summary: 'A day', value: { from: '2026-01-30T00:00:00Z', to: '2026-01-31T00:00:00Z' } },
    },
  },
  responses: { 202: { description: 'The events are being forwarded.', content: json(replayedSchema) } },
  failures: ['CONFLICT'],
  handle: async (dependencies: ReplayDependencies & Auditing, call) => {
    const { store, body } = call;
    const { eventId, from, to } = body;
    const replayed = eventId
      ? await replayEvent(dependencies, store, eventId)
      : await replayDropped(dependencies, store, { from: from!, to: to! });
    await recordChange(dependencies, call, { action: 'integration.replay', after: { ...body } });
    return replayed;
  },
});

/** The analytics endpoint of a store: settings, test event, deliveries, replay. */
export const integrationRoutes = [
  getIntegration,
  putIntegration,
  removeIntegration,
  postPause,
  postResume,
  testIntegration,
  getDeliveries,
  postReplay,
];
