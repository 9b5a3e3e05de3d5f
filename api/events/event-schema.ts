import Joi from 'joi';
import { ApiError } from '../../shared/errors.ts';
import { type EventRule, eventMap, findEvent } from '../../shared/events/event-map.ts';

/** One event as the browser reports it. */
export interface IncomingEvent {
  /** The store's slug. */
  store: string;
  rule: EventRule;
  /** Made by the browser, so that a repeat is recognised. */
  eventId?: string;
  anonymousId: string;
  sessionId: string | null;
  /** Epoch ms by the visitor's clock. */
  timestamp?: number;
  /** Its own and the look's; what only the server may say is added when it is forwarded. */
  properties: Record<string, unknown>;
  /** The storefront's cart at checkout; kept beside the properties, because those are forwarded. */
  cartToken?: string;
  /** `navigator.webdriver` of the browser. */
  webdriver: boolean;
}

export const eventLimits = { batch: 20, id: 200, lookItems: 50 } as const;

const id = Joi.string()
  .max(eventLimits.id)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  .pattern(/[\x00-\x1f\x7f]/, { invert: true });

const gid = /^gid:\/\/[\w-]+\/[\w-]+\/(\d+)/;

/** Platform ids are strings; a number is read as a string, and a Shopify gid as its number. */
const platformId = Joi.alternatives(Joi.number().integer().min(0), Joi.string().max(200)).custom(
  (value: string | number) => gid.exec(String(value))?.[1] ?? String(value),
);

const look = Joi.array().items(platformId).max(eventLimits.lookItems);

const moment = Joi.alternatives(Joi.number().integer().positive(), Joi.string().isoDate());

const envelope = {
  store: Joi.string().max(63).required(),
  event: Joi.string().required(),
  eventId: Joi.string().pattern(/^[\w-]{1,64}$/, 'an id of letters, digits, - and _'),
  anonymousId: id.required(),
  sessionId: id.allow(null),
  timestamp: moment,
  webdriver: Joi.boolean(),
};

/** `sessionId` and `storeSlug` are on every track call: a client that sends them is not refused, nor believed. */
const common = { productIds: look, variantIds: look, sessionId: id.allow(null), storeSlug: Joi.string() };

/** What an event may say to us alone. */
const unforwarded: Record<string, Joi.SchemaMap> = {
  'Checkout Clicked': { cartToken: id.allow('', null) },
};

const preferences: Joi.ValidationOptions = {
  convert: false,
  errors: { label: 'path', wrap: { label: false, array: false } },
};

const schemas = new Map(
  eventMap.map((rule) => [
    rule.name,
    Joi.object({
      ...envelope,
      properties: Joi.object({ ...common, ...rule.properties, ...unforwarded[rule.name] }).default({}),
    }).prefs(preferences),
  ]),
);

/** What a batch says once for all of its events. */
const shared = ['store', 'anonymousId', 'sessionId', 'webdriver'] as const;

/**
 * The events of a parsed body: one, or up to 20 under `events`, for which the outer fields are defaults.
 * @throws ApiError INVALID_INPUT naming the field.
 */
export function parseEvents(body: unknown): IncomingEvent[] {
  if (!isRecord(body)) throw refusal('The body', 'must be a JSON object.');
  if (!('events' in body)) return [parseEvent(body, '')];
  const { events, ...outer } = body;
  if (!Array.isArray(events) || events.length < 1 || events.length > eventLimits.batch) {
    throw refusal('events', `must be an array of 1 to ${eventLimits.batch} events.`);
  }
  const unknown = Object.keys(outer).find((name) => !(shared as readonly string[]).includes(name));
  if (unknown) throw refusal(unknown, 'is not allowed beside events.');
  const parsed = events.map((entry: unknown, index) => {
    if (!isRecord(entry)) throw refusal(`events[${index}]`, 'must be a JSON object.');
    return parseEvent({ ...outer, ...entry }, `events[${index}].`);
  });
  const stranger = parsed.findIndex((event) => event.store !== parsed[0]!.store);
  if (stranger > 0) throw refusal(`events[${stranger}].store`, 'must be the same for all events.');
  return parsed;
}

function parseEvent(entry: Record<string, unknown>, path: string): IncomingEvent {
  const rule = typeof entry.event === 'string' ? findEvent(entry.event) : undefined;
  if (!rule) throw refusal(`${path}event`, 'must be one of the events of the browser events API.');
  const { value, error } = schemas.get(rule.name)!.validate(entry);
  const detail = error?.details[0];
  if (detail)
    throw new ApiError('INVALID_INPUT', `${path}${detail.message}.`, { field: path + label(detail) });
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

const label = ({ context }: Joi.ValidationErrorItem) => String(context?.label ?? '');

function refusal(field: string, problem: string): ApiError {
  return new ApiError('INVALID_INPUT', `${field} ${problem}`, { field });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
