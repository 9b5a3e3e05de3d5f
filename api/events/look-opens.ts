import { type EventDoc, type EventModel, eventDocId } from '../../shared/events/event-model.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';
import { insertIfNew } from '../../shared/mongodb/insert-new.ts';
import { dayMs } from '../../shared/time.ts';

/**
 * Opens of shared looks are always counted in the KPIs, whether or not the browser reports them (specification "Forwarded
 * events"). The service saves each open when it sends the look, under the id that the browser's event will have: a
 * report of the same open completes the document, so that it is counted once.
 */
const sharedLookOpened = 'Shared Look Opened';

/** As `forward.reason` of an open that no browser has reported. */
const unreported = 'not reported by a browser';

export interface LookOpen {
  store: string;
  shortId: string;
  /** `eventId` of the event that the browser reports. */
  openId: string;
  bot: boolean;
  receivedAt: Date;
  retentionDays: number;
}

/** Saves an open without a visitor, who may not have agreed to analytics; returns null when it is known already. */
export async function noteLookOpen(events: EventModel, open: LookOpen): Promise<EventDoc | null> {
  const { store, shortId, openId, bot, receivedAt, retentionDays } = open;
  const event: EventDoc = {
    _id: eventDocId(store, openId),
    store,
    event: sharedLookOpened,
    anonymousId: openId,
    sessionId: null,
    properties: { shortId },
    timestamp: receivedAt,
    receivedAt,
    bot,
    forward: {
      ...{ state: 'none', reason: unreported, since: receivedAt },
      ...{ attempt: 0, retryAfterCount: 0, deferrals: 0, jobs: 1 },
    },
    keepUntil: new Date(receivedAt.getTime() + retentionDays * dayMs),
  };
  return (await insertIfNew(events, event)) ? event : null;
}

/**
 * Completes the opens among events whose ids were known by what their browsers report of them; returns those that it
 * completed. They stay on the day on which they were noted.
 */
export async function completeLookOpens(events: EventModel, known: EventDoc[]): Promise<EventDoc[]> {
  const completed = await Promise.all(
    known
      .filter(({ event }) => event === sharedLookOpened)
      .map(async ({ _id, store: _, event: __, receivedAt: ___, ...reported }) => {
        const filter = { _id, event: sharedLookOpened, 'forward.reason': unreported };
        return getDriver(events).findOneAndUpdate(filter, { $set: reported }, { returnDocument: 'after' });
      }),
  );
  return completed.filter((event) => event !== null);
}
