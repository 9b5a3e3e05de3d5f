import type { ListedDelivery } from '../../../shared/deliveries/list-deliveries.ts';
import type { Replayed } from '../../../shared/deliveries/replay.ts';
import { type IntegrationView, integrationSettings } from '../../../shared/integrations/integrations.ts';
import type { TestEventResult } from '../../../shared/integrations/test-event.ts';
import type { KpiCounters, Revenue } from '../../../shared/kpis/counters.ts';
import type { KpiFigures, KpiRange, Kpis } from '../../../shared/kpis/read-kpis.ts';
import { genericOrder } from '../../../shared/orders/adapters/generic.ts';
import { integrationStates } from '../../../shared/stores/store-model.ts';
import { replayRequest } from '../../integrations/router.ts';
import type { OrderReceipt } from '../../orders/router.ts';
import { jsonSchemaOf, openJsonSchemaOf } from '../joi-schema.ts';
import {
  flag,
  integer,
  listOf,
  moment,
  nullable,
  number,
  objectOf,
  optional,
  ref,
  type Schema,
  text,
} from '../schema.ts';

const counted = (what: string) => integer(what, { minimum: 0 });
const day = (what: string) => text(what, { format: 'date' });
const status = optional(integer('HTTP status; absent without a response.'));
const state = text('State of the integration.', { enum: integrationStates });

const counters: Record<keyof KpiCounters, Schema> = {
  sessions: counted('Sessions that began.'),
  engaged: counted('Sessions whose shopper stayed for 10 seconds.'),
  tryOnsStarted: counted('Try-ons that were started.'),
  tryOnsCompleted: counted('Try-ons whose result was shown.'),
  tryOnsFailed: counted('Try-ons without a result.'),
  itemsAdded: counted('Items that were added to a look.'),
  shares: counted('Looks that were shared.'),
  sharedLookOpens: counted('Shared looks that were opened.'),
  checkoutClicks: counted('Taps on checkout.'),
  orders: counted('Attributed orders that were placed.'),
  unattributedOrders: counted('Orders without an attribution.'),
  convertedSessions: counted('Sessions that led to an attributed order, on whichever day.'),
};

const figures = {
  ...counters,
  conversion: nullable(number('Converted sessions ÷ sessions; null without sessions.', { minimum: 0 })),
  revenue: {
    type: 'object',
    description: 'Revenue of the attributed orders by currency.',
    additionalProperties: ref('Revenue'),
  },
} satisfies Record<string, Schema>;

export const storeSchemas: Record<string, Schema> = {
  IntegrationSettings: {
    ...jsonSchemaOf(integrationSettings),
    description: 'The analytics endpoint of a store.',
  },
  Integration: objectOf<Omit<IntegrationView, 'revision'>>(
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
  ),
  TestEventResult: objectOf<TestEventResult>('What came of a test event.', {
    delivered: flag('Whether the endpoint accepted it.'),
    status,
    ms: number('Duration of the call in milliseconds.', { minimum: 0 }),
    answer: text('The first 500 bytes of the response, or why there was none.'),
    state,
  }),
  Delivery: objectOf<ListedDelivery>('One attempt to forward an event.', {
    event: text('Id of the event as the endpoint receives it.'),
    eventId: text('Id of the event as it was sent.'),
    name: text('Name of the event.'),
    at: moment('When.'),
    attempt: integer('1 for the first.', { minimum: 1 }),
    outcome: text('What it meant for the event.', { examples: ['delivered', 'retry', 'dropped'] }),
    status,
    error: optional(text('Why there was no response.')),
    ms: number('Duration in milliseconds.', { minimum: 0 }),
    answer: text('The first 500 bytes of the response.'),
  }),
  DeliveryList: objectOf<{ deliveries: ListedDelivery[] }>('The newest attempts.', {
    deliveries: listOf(ref('Delivery'), 'At most 50, newest first.'),
  }),
  ReplayRequest: {
    ...jsonSchemaOf(replayRequest),
    description: 'One event, or all that were dropped in a time.',
  },
  Replayed: objectOf<Replayed>('What a replay has started.', {
    replayed: counted('Events that will be forwarded again.'),
    more: flag('Whether the time has more of them: repeat the request.'),
  }),
  Kpis: objectOf<KpiRange & Kpis>('The figures of a store.', {
    from: day('First day, UTC.'),
    to: day('Last day, UTC; included.'),
    total: ref('KpiFigures'),
    days: listOf(ref('KpiDay'), 'Days with events or orders only, oldest first.'),
  }),
  KpiFigures: objectOf<KpiFigures>('Figures of a time.', figures),
  KpiDay: objectOf<Kpis['days'][number]>('Figures of a day.', { day: day('The day, UTC.'), ...figures }),
  Revenue: objectOf<Revenue>('Revenue in one currency, less refunds, in minor units.', {
    revenue: integer('Whole orders.'),
    strictRevenue: integer('Only items that were in the visitor’s look.'),
  }),
  GenericOrder: {
    ...openJsonSchemaOf(genericOrder),
    description:
      'An order of a shop on any platform, with `currency`, `total` and `createdAt`; or its `refunds` alone.',
  },
  PlatformOrder: {
    type: 'object',
    description: 'An order as Shopify or WooCommerce sends it, with the topic in a header.',
    additionalProperties: true,
  },
  OrderReceipt: objectOf<OrderReceipt>('What became of an order webhook.', {
    received: flag('Whether it was saved; false for topics that are not used.'),
    duplicate: optional(flag('Whether it had been received before.')),
  }),
};
