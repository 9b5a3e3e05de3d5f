import { type EventDoc, eventDocId, type ForwardState } from '../../shared/events/event-model.ts';
import { dayMs } from '../../shared/time.ts';
import type { TestPlatform } from './platform.ts';

interface GivenEvent {
  eventId: string;
  anonymousId?: string;
  state?: ForwardState;
}

/** Saves an event of a visitor that arrived a moment ago. */
export async function keepEvent(
  { database }: Pick<TestPlatform, 'database'>,
  store: string,
  { eventId, anonymousId = 'visitor', state = 'none' }: GivenEvent,
): Promise<string> {
  const at = new Date(Date.now() - 1000);
  const event: EventDoc = {
    ...{ _id: eventDocId(store, eventId), store, event: 'Session Started', anonymousId },
    ...{ sessionId: 's', properties: {}, timestamp: at, receivedAt: at, bot: false },
    forward: { state, since: at, attempt: 0, retryAfterCount: 0, deferrals: 0, jobs: 1 },
    keepUntil: new Date(at.getTime() + dayMs),
  };
  await database.events.create(event);
  return event._id;
}
