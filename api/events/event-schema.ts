import Joi from 'joi';
import { platformId } from '../../shared/catalog/platform-id.ts';
import { invalidInput } from '../../shared/errors.ts';
import { type EventRule, eventMap, findEvent } from '../../shared/events/event-map.ts';
import { validate } from '../../shared/validation/validate.ts';

/** One event as the browser reports it. */
export interface IncomingEvent {
  /** The store's slug. */
  store: string;
  rule: EventRule;
  /** Chosen by the browser, so that a repeat is recognised. */
  eventId?: string;
  anonymousId: string;
  sessionId: string | null;
  /** Epoch ms by the visitor's clock. */
  timestamp?: number;
  /** Of the event and of the look; those that only the server may set are added when it is forwarded. */
  properties: Record<string, unknown>;
  /** The storefront's cart at checkout; kept apart from the properties, because those are forwarded. */
  cartToken?: string;
  /** `navigator.webdriver` of the browser. */
  webdriver: boolean;
}

export const eventLimits = { batch: 20, id: 200, lookItems: 50 } as const;

const id = Joi.string()
  .max(eventLimits.id)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the pattern rejects
  .pattern(/[\x00-\x1f\x7f]/, { invert: true });

const look = Joi.array().items(platformId).max(eventLimits.lookItems);

const moment = Joi.alternatives(Joi.number().integer().positive(), Joi.string().isoDate()).messages({
  'alternatives.match': '{#label} is not a valid date; send ISO 8601 or epoch milliseconds',
  'alternatives.types': '{#label} is not a valid date; send ISO 8601 or epoch milliseconds',
});

const envelope = {
  store: Joi.string().max(63).required(),
  event: Joi.string().required(),
  eventId: Joi.string().pattern(/^[\w-]{1,64}$/, 'an id of letters, digits, - and _'),
  anonymousId: id.required(),
  sessionId: id.allow(null),
  timestamp: moment,
  webdriver: Joi.boolean(),
};

/** `sessionId` and `storeSlug` are on every track call; a client may send them, but ours are used. */
const common = { productIds: look, variantIds: look, sessionId: id.allow(null), storeSlug: Joi.string() };

/** Properties that an event may have and that are not forwarded. */
const unforwarded: Record<string, Joi.SchemaMap> = {
  'Checkout Clicked': { cartToken: id.allow('', null) },
};

const schemas = new Map(
  eventMap.map((rule) => [
    rule.name,
    Joi.object({
      ...envelope,
      properties: Joi.object({ ...common, ...rule.properties, ...unforwarded[rule.name] }).default({}),
    }),
  ]),
);

const batch = Joi.object<{ events: Record<string, unknown>[] } & Record<string, unknown>>({
  store: Joi.any(),
  anonymousId: Joi.any(),
  sessionId: Joi.any(),
  webdriver: Joi.any(),
  events: Joi.array().items(Joi.object().unknown()).min(1).max(eventLimits.batch).required(),
});

const body = Joi.object<Record<string, unknown>>().unknown();

/**
 * The events of a parsed body: one, or up to 20 under `events`, for which the outer fields are defaults.
 * @throws ApiError INVALID_INPUT naming the field.
 */
export function parseEvents(input: unknown): IncomingEvent[] {
  const given = validate(body, input);
  if (!('events' in given)) return [parseEvent(given, '')];
  const { events, ...outer } = validate(batch, given);
  const parsed = events.map((entry, index) => parseEvent({ ...outer, ...entry }, `events[${index}]`));
  const mismatch = parsed.findIndex((event) => event.store !== parsed[0]!.store);
  if (mismatch > 0) throw invalidInput(`events[${mismatch}].store`, 'must be the same for all events.');
  return parsed;
}

function parseEvent(entry: Record<string, unknown>, path: string): IncomingEvent {
  const rule = typeof entry.event === 'string' ? findEvent(entry.event) : undefined;
  if (!rule) {
    const field = path ? `${path}.event` : 'event';
    throw invalidInput(field, 'must be one of the events of the browser events API.');
  }
  const value = validate(schemas.get(rule.name)!, entry, { path });
  const { sessionId, storeSlug: _, cartToken, ...properties } = value.properties;
  return {
    store: value.store,
    rule,
    anonymousId: value.anonymousId,
    sessionId: value.sessionId ?? sessionId ?? null,
    properties,
    webdriver: value.webdriver ?? false,
    ...(cartToken ? { cartToken } : {}),
    ...(value.eventId === undefined ? {} : { eventId: value.eventId }),
    ...(value.timestamp === undefined ? {} : { timestamp: new Date(value.timestamp).getTime() }),
  };
}
