import type { ListedDelivery } from '../../shared/deliveries/list-deliveries.ts';
import type { Replayed } from '../../shared/deliveries/replay.ts';
import type { IntegrationView } from '../../shared/integrations/integrations.ts';
import { integrationStates } from '../../shared/stores/store-model.ts';
import {
  buildList,
  flag,
  integer,
  moment,
  namedObject,
  number,
  openText,
  optional,
  text,
} from '../openapi/schema.ts';
import type { TestEventResult } from './test-event.ts';

const status = optional(integer('HTTP status; absent without a response.'));
const state = openText('State of the integration.', integrationStates);

export const integrationSchema = namedObject<Omit<IntegrationView, 'revision'>>(
  'Integration',
  'The analytics endpoint of a store and its state.',
  {
    state,
    reason: optional(text('Why it is paused or disabled.')),
    endpoint: optional(text('Base URL of the endpoint.', { format: 'uri' })),
    writeKey: optional(text('The write key, masked; absent when there is none.')),
    savedAt: optional(moment('When the endpoint was saved.')),
    changedAt: optional(moment('When the state changed.')),
    failingSince: optional(moment('The first failure since the last success.')),
  },
);

export const testEventResultSchema = namedObject<TestEventResult>(
  'TestEventResult',
  'Result of a test event.',
  {
    delivered: flag('Whether the endpoint accepted it.'),
    status,
    ms: number('Duration of the call in milliseconds.', { minimum: 0 }),
    answer: text('The first 500 bytes of the response, or why there was none.'),
    state,
  },
);

const deliverySchema = namedObject<ListedDelivery>('Delivery', 'One attempt to forward an event.', {
  event: text('Id of the event as the endpoint receives it.'),
  eventId: text('Id of the event as it was sent.'),
  name: text('Name of the event.'),
  at: moment('When.'),
  attempt: integer('1 for the first.', { minimum: 1 }),
  outcome: text('Consequence for the event.', { examples: ['delivered', 'retry', 'dropped'] }),
  body: optional(text('Body of the call; absent once its event was deleted.')),
  status,
  error: optional(text('Why there was no response.')),
  ms: number('Duration in milliseconds.', { minimum: 0 }),
  answer: text('The first 500 bytes of the response.'),
});

export const deliveryListSchema = namedObject<{ deliveries: ListedDelivery[] }>(
  'DeliveryList',
  'The newest attempts.',
  {
    deliveries: buildList(deliverySchema, 'At most 50, newest first.'),
  },
);

export const replayedSchema = namedObject<Replayed>('Replayed', 'Events that a replay has enqueued.', {
  replayed: integer('Events that will be forwarded again.', { minimum: 0 }),
  more: flag('True if the time has more of them: send the request again.'),
});
