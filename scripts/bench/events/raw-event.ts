import { eventMap } from '../../../shared/events/event-map.ts';
import type { EventDoc } from '../../../shared/events/event-model.ts';
import { kpiRules } from '../../../shared/kpis/counters.ts';
import { dayMs } from '../../../shared/time.ts';

/** A session of a shopper who uses every feature. */
export const eventsPerSession = 10;

/** Returns the n-th event of a store on the day that begins at `from`. */
export function rawEvent(store: string, from: number, index: number): EventDoc {
  const at = new Date(from + ((index * 1000) % dayMs));
  const place = index % eventsPerSession;
  const name = place === 0 ? kpiRules.sessions.event : eventMap[place]!.name;
  return {
    _id: `${store}.day-${index}`,
    store,
    event: name,
    anonymousId: `visitor-${Math.floor(index / eventsPerSession)}`,
    sessionId: `session-${Math.floor(index / eventsPerSession)}`,
    properties: { productIds: ['41'], variantIds: ['4100'] },
    timestamp: at,
    receivedAt: at,
    bot: false,
    forward: { state: 'none', since: at, attempt: 0, retryAfterCount: 0, deferrals: 0, jobs: 1 },
    keepUntil: new Date(Date.now() + 30 * dayMs),
  };
}
