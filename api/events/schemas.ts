import { eventMap, forwardedName } from '../../shared/events/event-map.ts';
import {
  buildList,
  count,
  named,
  namedObject,
  nullable,
  openText,
  optional,
  type Schema,
  text,
} from '../openapi/schema.ts';
import type { EntryResult, EventReceipt } from './event-receipt.ts';
import { eventLimits } from './event-schema.ts';

/** Returns a value that the API converts to text: the specification leaves the types of events open. */
const textLike = (description: string): Schema => ({
  description,
  anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
});

/** Returns the properties of all events; those that several events have are described once. */
function ownProperties(): Record<string, Schema> {
  const rules = eventMap.flatMap(({ name, properties }) =>
    Object.entries(properties).map(([property, rule]) => ({ event: name, property, rule })),
  );
  const names = new Set(rules.map(({ property }) => property));
  return Object.fromEntries(
    [...names].map((name) => {
      const of = rules.filter(({ property }) => property === name);
      const events = of.map(({ event, rule }) => `\`${event}\` (${rule.type})`);
      return [name, { description: `Of ${events.join(', ')}.`, examples: [of[0]!.rule.example] }];
    }),
  );
}

const ids = (what: string): Schema => ({
  description: `${what} of the items in the look: a list, or one id.`,
  examples: [['41']],
});

const propertiesSchema = named('EventProperties', {
  type: ['object', 'null'],
  description: 'Converted or left out where their type differs; `null` counts as absent.',
  properties: { productIds: ids('Product ids'), variantIds: ids('Variant ids'), ...ownProperties() },
});

const fields: Record<string, Schema> = {
  store: nullable(text('Slug of the store.', { maxLength: 63 })),
  event: text('Name of the event, with or without `Service `.', {
    enum: eventMap.flatMap(({ name }) => [forwardedName(name), name]),
  }),
  anonymousId: nullable(
    textLike('The identity that the storefront passed, otherwise the visitor id; cut to 200 characters.'),
  ),
  eventId: nullable({
    description: 'Chosen by the browser, so that a retry is recognised; generated when absent.',
    anyOf: [{ type: 'string', pattern: '^[\\w-]{1,64}$' }, { type: 'number' }],
  }),
  sessionId: {
    description: 'The session of the tab, or null; cut to 64 characters.',
    examples: ['session-1'],
  },
  timestamp: {
    description: 'When it happened by the visitor’s clock: ISO 8601, or milliseconds since 1970.',
    examples: ['2026-01-31T09:00:00.000Z'],
  },
  sentAt: {
    description: 'When the request was sent by the same clock.',
    examples: ['2026-01-31T09:00:01.000Z'],
  },
  webdriver: {
    description: '`navigator.webdriver`: whether a program drives the browser.',
    examples: [false],
  },
  properties: { ...propertiesSchema, description: 'Of the event and of the look.' },
};

const { event, eventId, timestamp, properties, ...defaults } = fields;

export const eventSchema = named('Event', {
  type: 'object',
  description: 'An event. Unknown and unreadable fields are left out and counted.',
  properties: fields,
  required: ['store', 'event', 'anonymousId'],
});

export const eventBatchSchema = named('EventBatch', {
  type: 'object',
  description: 'Several events of one store; the outer fields are defaults for all of them.',
  properties: {
    ...defaults,
    store: { description: 'Slug of the store of each event that names none.', examples: ['my-store'] },
    anonymousId: {
      description: 'Of each event that has none, by its rules; not read where every event has its own.',
      examples: ['visitor-1'],
    },
    events: buildList(
      { type: 'object', description: 'An event.', properties: fields },
      'The events. One that is wrong does not affect the others.',
      { minItems: 1, maxItems: eventLimits.batch },
    ),
  },
  required: ['events'],
});

const resultSchema = namedObject<
  {
    [Name in 'eventId' | 'droppedFields' | 'message']?: unknown;
  } & Pick<EntryResult, 'status'>
>('EventResult', 'Result of one event.', {
  status: openText('Result.', ['accepted', 'duplicate', 'rejected']),
  eventId: optional(text('As it was sent, or chosen by the service; not of a rejected one.')),
  droppedFields: optional(count('Fields that were left out.')),
  message: optional(text('Why it was rejected.')),
});

export const receiptSchema = namedObject<EventReceipt>(
  'EventReceipt',
  'Results of the events of a request.',
  {
    accepted: count('Events that were saved.'),
    duplicates: count('Events that had been saved before.'),
    rejected: count('Events that were not accepted.'),
    droppedFields: count('Unknown or unreadable fields that were left out.'),
    results: buildList(resultSchema, 'One for each event, in the order of the request.'),
  },
);
