import type { EventName } from '../../../shared/try-on/event-properties.ts';
import { eventually } from '../platform.ts';
import { startTrackEndpoint, type TrackEndpoint } from '../track-endpoint.ts';

/** A row of the specification's table as an analytics server receives it: the event with the properties of one case. */
export type Row = [event: EventName, properties: object];

/**
 * What differs from run to run is compared by its form: the time, and the session's id, whose place `SESSION` takes.
 * Everything else of a call is compared byte by byte.
 */
const time = /"timestamp":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"\}$/;
const session = /"sessionId":"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"/;

/** The body of a track call, with what differs from run to run replaced. */
export function normalised(body: string): string {
  return body.replace(time, '"timestamp":"TIME"}').replace(session, '"sessionId":"SESSION"');
}

/** The body that a row means. */
export function toBody(
  [event, properties]: Row,
  { anonymousId, store }: { anonymousId: string; store: string },
) {
  return JSON.stringify({
    anonymousId,
    event: `Service ${event}`,
    properties: { ...properties, sessionId: 'SESSION', storeSlug: store },
    timestamp: 'TIME',
  });
}

/** A local analytics server, with what it has received in the order in which it came. */
export interface AnalyticsServer extends TrackEndpoint {
  bodies(): string[];
  /** Waits until it has received that many calls. */
  has(count: number): Promise<void>;
  forget(): void;
}

export async function startAnalyticsServer(): Promise<AnalyticsServer> {
  const endpoint = await startTrackEndpoint();
  const bodies = () => endpoint.calls.map(({ body }) => body);
  return Object.assign(endpoint, {
    bodies,
    has: (count: number) =>
      eventually(() => endpoint.calls.length >= count).catch(() => {
        throw new Error(
          `expected ${count} events, received ${endpoint.calls.length}:\n${bodies().join('\n')}`,
        );
      }),
    forget: () => void endpoint.calls.splice(0),
  });
}
