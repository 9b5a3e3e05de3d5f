import type { BrowserContext } from 'playwright-core';

/** One event of a `POST /api/events`. */
export interface SentEvent {
  event: string;
  eventId: string;
  sessionId: string | null;
  properties: Record<string, unknown>;
}

/** Takes the events that pages of a context report, and returns the list that they are added to. */
export async function takeEvents(context: BrowserContext): Promise<SentEvent[]> {
  const taken: SentEvent[] = [];
  await context.route('**/api/events', async (route) => {
    const { events } = JSON.parse(route.request().postData() ?? '{"events":[]}') as { events: SentEvent[] };
    taken.push(...events);
    await route.fulfill({ status: 202, json: {} });
  });
  return taken;
}
