import { forwardedName } from '../events/event-map.ts';
import type { EventDoc } from '../events/event-model.ts';

/** The body of a track call: these four fields and no other (specification "Forwarded track payload"). */
export interface TrackPayload {
  anonymousId: string;
  event: string;
  properties: Record<string, unknown> & { sessionId: string | null; storeSlug: string };
  /** ISO 8601 with milliseconds, UTC. */
  timestamp: string;
}

export function trackPayload(
  event: Pick<EventDoc, 'anonymousId' | 'event' | 'properties' | 'sessionId' | 'timestamp'>,
  storeSlug: string,
): TrackPayload {
  return {
    anonymousId: event.anonymousId,
    event: forwardedName(event.event),
    // Last, so that properties of a browser cannot replace them.
    properties: { ...event.properties, sessionId: event.sessionId, storeSlug },
    timestamp: event.timestamp.toISOString(),
  };
}
