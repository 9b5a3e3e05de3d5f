import Joi from 'joi';
import { ApiError, invalidInput } from '../../shared/errors.ts';
import { type EventRule, findEvent } from '../../shared/events/event-map.ts';
import { readFlag, readLook, readText } from '../../shared/events/property-rules.ts';
import { validate } from '../../shared/validation/validate.ts';

/** One event as the browser reports it. */
export interface IncomingEvent {
  /** The store's slug. */
  store: string;
  rule: EventRule;
  /** Chosen by the browser, so that a retry is recognised. */
  eventId?: string;
  anonymousId: string;
  sessionId: string | null;
  /** Epoch ms by the visitor's clock. */
  timestamp?: number;
  /** Epoch ms by the visitor's clock when the request was sent. */
  sentAt?: number;
  /** Of the event and of the look; those that only the server may set are added when it is forwarded. */
  properties: Record<string, unknown>;
  /** The storefront's cart at checkout; kept apart from the properties, because those are forwarded. */
  cartToken?: string;
  /** `navigator.webdriver` of the browser. */
  webdriver: boolean;
  /** `navigator.globalPrivacyControl` of the browser. */
  globalPrivacyControl?: true;
}

/** One entry of a request: the event and how many unknown or unreadable fields it had, or why it is rejected. */
export type ParsedEvent = { event: IncomingEvent; droppedFields: number } | { rejected: ApiError };

export const eventLimits = { batch: 20, id: 200, sessionId: 64 } as const;

type Fields = Record<string, unknown>;

/** The specification leaves the types open, so a number is read as text, and a text that is too long is cut. */
const id = Joi.any().custom((value: unknown, { error }) => {
  const text = readText(value, eventLimits.id);
  if (text === undefined) return error('string.base');
  return text || error('string.empty');
});

/** Only what an event means nothing without. */
const identity = Joi.object<{ store: string; eventId?: string; anonymousId: string }>({
  store: Joi.string().max(63).required(),
  anonymousId: id.required(),
  eventId: Joi.any()
    .custom((value: unknown) => (typeof value === 'number' ? String(value) : value))
    .custom((value: unknown, { error }) => {
      return typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : error('eventId.base');
    })
    .messages({ 'eventId.base': '{#label} must be 1 to 64 letters, digits, - and _' }),
});

const batch = Joi.object<{ events: unknown[] } & Fields>({
  events: Joi.array().min(1).max(eventLimits.batch).required(),
}).unknown();

const body = Joi.object<Fields>().unknown();

/** Fields that a batch sends once for all of its events. */
const shared = ['store', 'anonymousId', 'sessionId', 'webdriver', 'globalPrivacyControl', 'sentAt'] as const;

const known = new Set([...shared, 'event', 'eventId', 'timestamp', 'properties']);

/**
 * Returns the events of a parsed body: one, or up to 20 under `events`, for which the outer fields are defaults. One
 * wrong event of a batch does not affect the others.
 * @throws ApiError INVALID_INPUT naming the field, when there is no list of events.
 */
export function parseEvents(input: unknown): ParsedEvent[] {
  const given = validate(body, input);
  if (!('events' in given)) return [parseEntry(given, '')];
  const { events } = validate(batch, given);
  const defaults = Object.fromEntries(shared.map((name) => [name, given[name]]));
  let store: string | undefined;
  return events.map((entry, index) => {
    const path = `events[${index}]`;
    const parsed = parseEntry(entry, path, defaults);
    if ('rejected' in parsed) return parsed;
    store ??= parsed.event.store;
    if (parsed.event.store === store) return parsed;
    return { rejected: invalidInput(`${path}.store`, 'must be the same for all events.') };
  });
}

function parseEntry(input: unknown, path: string, defaults: Fields = {}): ParsedEvent {
  try {
    const entry = { ...present(defaults), ...present(validate(body, input, { path })) };
    return parseEvent(entry, path);
  } catch (error) {
    if (error instanceof ApiError) return { rejected: error };
    throw error;
  }
}

/** `null` for an absent field counts as absent. */
function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
}

function parseEvent(entry: Fields, path: string): ParsedEvent {
  const at = (field: string) => (path ? `${path}.${field}` : field);
  const rule = typeof entry.event === 'string' ? findEvent(entry.event) : undefined;
  if (!rule) throw invalidInput(at('event'), 'must be one of the events listed in docs/events.md.');
  const { store, anonymousId, eventId } = validate(identity, entry, { path, stripUnknown: true });
  const sent = present(isFields(entry.properties) ? entry.properties : {});
  const { properties, dropped } = readProperties(rule, sent);
  if (rule.required) validate(rule.required, properties, { path: at('properties') });
  const cartToken = rule.name === 'Checkout Clicked' ? readText(sent.cartToken, eventLimits.id) : undefined;
  const event: IncomingEvent = {
    ...{ store, rule, anonymousId, properties },
    sessionId: readText(entry.sessionId ?? sent.sessionId, eventLimits.sessionId) || null,
    webdriver: readFlag(entry.webdriver) ?? false,
    ...getTimes(entry),
    ...(readFlag(entry.globalPrivacyControl) ? { globalPrivacyControl: true } : {}),
    ...(cartToken ? { cartToken } : {}),
    ...(eventId === undefined ? {} : { eventId }),
  };
  const unknown = Object.keys(entry).filter((name) => !known.has(name)).length;
  return { event, droppedFields: unknown + dropped - (cartToken ? 1 : 0) };
}

/** `sessionId` and `storeSlug` are on every track call; a client may send them, but ours are used. */
const ignored = new Set(['sessionId', 'storeSlug']);

function readProperties(rule: EventRule, sent: Fields): { properties: Fields; dropped: number } {
  const properties: Fields = {};
  for (const name of ['productIds', 'variantIds']) {
    if (name in sent) properties[name] = readLook(sent[name]);
  }
  for (const [name, { read }] of Object.entries(rule.properties)) {
    const value = name in sent ? read(sent[name]) : undefined;
    if (value !== undefined) properties[name] = value;
  }
  for (const [name, { variant }] of Object.entries(rule.properties)) {
    if (variant !== undefined && properties.type !== variant) delete properties[name];
  }
  const dropped = Object.keys(sent).filter((name) => !(name in properties) && !ignored.has(name));
  return { properties, dropped: dropped.length };
}

function getTimes(entry: Fields): Pick<IncomingEvent, 'timestamp' | 'sentAt'> {
  const timestamp = readMoment(entry.timestamp);
  const sentAt = readMoment(entry.sentAt);
  return {
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(sentAt === undefined ? {} : { sentAt }),
  };
}

/** Epoch ms of ISO 8601 or epoch milliseconds; undefined when it is neither: our own time is used then. */
function readMoment(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const isIso = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
  const time = new Date(isIso ? value : Number(value)).getTime();
  return Number.isNaN(time) || time <= 0 ? undefined : time;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
