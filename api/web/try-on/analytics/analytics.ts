import type { LookItem } from '../../../../shared/try-on/contract.ts';
import type { EventName, EventProperties } from '../../../../shared/try-on/event-properties.ts';
import type { Identity } from '../identity/identity.ts';
import type { Store } from '../state/store.ts';

/** The ids of the items in the shopper's look; absent where there are none. */
interface LookProperties {
  productIds?: string[];
  variantIds?: string[];
}

/** One event as it is reported. */
export interface ReportedEvent {
  /** The same in every attempt to send it. */
  eventId: string;
  event: `Service ${EventName}`;
  sessionId: string | null;
  /** ISO 8601, when it happened, by the browser's clock. */
  timestamp: string;
  properties: LookProperties & EventProperties[EventName] & { cartToken?: string };
  /**
   * Id of the shopper from the storefront at the time of the event; null: none, so the id known when it is sent is
   * used.
   */
  passedId: string | null;
}

/**
 * Reports an event of the shopper, with the event's own properties of `EventProperties`; those that every event
 * has are added. Returns at once and never throws: delivery is the reporter's business.
 */
export type Track = (...event: TrackedEvent) => void;

/** A name, and the event's own properties where it has any. */
type TrackedEvent = {
  [Name in EventName]: keyof EventProperties[Name] extends never
    ? [name: Name]
    : [name: Name, properties: EventProperties[Name]];
}[EventName];

/** Context of an event, besides its properties. */
export interface Circumstances {
  /** Default: the shopper's look as it is now. */
  items?: LookItem[];
  /** Default: a random one. An id that follows from what happened makes two tabs report it once. */
  eventId?: string;
  /** The render that it is about, for the merchant's page. */
  renderId?: string;
  /** Of the storefront's own cart: the service joins an order by it that has lost the visitor's id. */
  cartToken?: string | null;
}

export interface Analytics {
  track: Track;
  /** As `track`, for what is known to have happened to a certain render. */
  report<Name extends EventName>(name: Name, own: EventProperties[Name], circumstances?: Circumstances): void;
  /** Calls the listener with every event, as the merchant's page gets it. */
  listen(listener: (name: EventName, detail: Record<string, unknown>) => void): void;
}

interface Options {
  identity: Pick<Identity, 'passedId' | 'sessionId'>;
  store: Pick<Store, 'read'>;
  send: (event: ReportedEvent) => void;
  randomId: () => string;
  now: () => Date;
}

/** Creates the reporter of one page. */
export function createAnalytics({ identity, store, send, randomId, now }: Options): Analytics {
  const listeners: Parameters<Analytics['listen']>[0][] = [];
  const report: Analytics['report'] = (name, own, { items, eventId, renderId, cartToken } = {}) => {
    const properties = { ...lookProperties(items ?? store.read().look), ...own };
    send({
      eventId: eventId ?? randomId(),
      event: `Service ${name}`,
      sessionId: identity.sessionId(),
      timestamp: now().toISOString(),
      properties: { ...properties, ...(cartToken && { cartToken }) },
      passedId: identity.passedId(),
    });
    for (const listener of listeners) listener(name, { ...properties, ...(renderId && { renderId }) });
  };
  return {
    track: (name, own = {}) => report(name, own),
    report,
    listen: (listener) => void listeners.push(listener),
  };
}

function lookProperties(items: LookItem[]): LookProperties {
  const variantIds = items.flatMap(({ variantId }) => variantId ?? []);
  return {
    ...(items.length > 0 && { productIds: items.map(({ productId }) => productId) }),
    ...(variantIds.length > 0 && { variantIds }),
  };
}
