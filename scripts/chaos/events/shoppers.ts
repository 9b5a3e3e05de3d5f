import { eventDocId } from '../../../shared/events/event-model.ts';
import { sleep } from '../clock.ts';
import type { Member } from '../member.ts';
import type { Random } from '../random.ts';
import type { EventHistory, ReportedEvent } from './event-history.ts';

export interface ShopperOptions {
  apis: Member[];
  stores: { id: string; slug: string }[];
  history: EventHistory;
  random: Random;
  /** Nothing new is reported after this; what is in progress is finished. */
  stop: AbortSignal;
}

/** Operations of a shopper's browser, by relative frequency. */
const operationWeights = {
  once: 20,
  'until-accepted': 40,
  batch: 20,
  'twice-at-once': 10,
  'bad-event': 3,
  'foreign-page': 3,
} as const;
type Operation = keyof typeof operationWeights;

const names = ['Session Started', 'Session Engaged', 'Try On Started', 'Try On Completed', 'Look Shared'];
const callMs = 8_000;
const maxTries = 5;

/** Runs one shopper after another, until it is stopped. */
export async function runShopper(options: ShopperOptions): Promise<void> {
  while (!options.stop.aborted) {
    await operations[options.random.weighted(operationWeights)](options);
    await sleep(options.random.whole(5, 60), options.stop);
  }
}

const operations: Record<Operation, (options: ShopperOptions) => Promise<unknown>> = {
  once: (options) => report(options, [newEvent(options)]),

  'until-accepted': (options) => persist(options, [newEvent(options)]),

  batch: (options) => {
    const store = options.random.pick(options.stores);
    const events = Array.from({ length: options.random.whole(2, 8) }, () => newEvent(options, store));
    return persist(options, events);
  },

  'twice-at-once': (options) => {
    const event = newEvent(options);
    return Promise.all([report(options, [event]), report(options, [event])]);
  },

  'bad-event': async (options) => {
    const event = newEvent(options);
    await report(options, [event], { event: 'Dashboard Opened' });
    if (event.verdict === 'accepted') wrong(options, event, 'an event that is in no map was accepted');
  },

  'foreign-page': async (options) => {
    const event = newEvent(options);
    await report(options, [event], {}, 'https://unknown.example');
    if (event.verdict === 'accepted') wrong(options, event, 'an event of a foreign page was accepted');
  },
};

function newEvent({ random, stores, history }: ShopperOptions, store = random.pick(stores)): ReportedEvent {
  // Not at random: a seed that failed asks the picky endpoint about the same events again.
  const eventId = `e-${history.reported.size}`;
  const event: ReportedEvent = {
    id: eventDocId(store.id, eventId),
    store: store.id,
    slug: store.slug,
    eventId,
    event: random.pick(names),
    anonymousId: `visitor-${eventId}`,
    verdict: 'unknown',
    new: 0,
  };
  history.reported.set(event.id, event);
  return event;
}

/** Like a browser that keeps what was not accepted and sends it again under the same ids. */
async function persist(options: ShopperOptions, events: ReportedEvent[]): Promise<void> {
  for (let tries = 1; tries <= maxTries; tries++) {
    await report(options, events);
    if (events[0]!.verdict !== 'unknown') return;
    await sleep(options.random.whole(20, 500));
  }
}

function buildBody(events: ReportedEvent[], change: object): string {
  const [{ slug }] = events as [ReportedEvent];
  const each = events.map(({ event, eventId, anonymousId }) => ({
    event: `Service ${event}`,
    eventId,
    anonymousId,
    sessionId: `session-${eventId.slice(-2)}`,
    ...(event === 'Look Shared' ? { properties: { type: 'share_image' } } : {}),
    ...change,
  }));
  return JSON.stringify(each.length === 1 ? { store: slug, ...each[0] } : { store: slug, events: each });
}

async function report(
  options: ShopperOptions,
  events: ReportedEvent[],
  change: object = {},
  origin = `https://${events[0]!.slug}.example`,
): Promise<void> {
  const url = await pickAddress(options);
  if (!url) return;
  const result = await post(`${url}/api/events`, origin, buildBody(events, change));
  if (!result || result.status >= 500) return;
  const verdict = result.status === 202 ? 'accepted' : 'refused';
  for (const event of events) if (event.verdict !== 'accepted') event.verdict = verdict;
  if (verdict === 'accepted') noteAccepted(options, events, result.body);
  else if (![400, 403].includes(result.status)) wrong(options, events[0]!, `returned ${result.status}`);
}

function noteAccepted(options: ShopperOptions, events: ReportedEvent[], body: Record<string, unknown>): void {
  const [first] = events as [ReportedEvent];
  const { accepted, duplicates } = body as { accepted: number; duplicates: number };
  if (accepted + duplicates !== events.length) {
    wrong(options, first, `${events.length} events received ${JSON.stringify(body)}`);
  }
  if (events.length === 1) first.new += accepted;
  if (first.new > 1) wrong(options, first, 'one event was new twice');
}

/** Undefined without a whole response. */
async function post(url: string, origin: string, body: string) {
  try {
    const signal = AbortSignal.timeout(callMs);
    const headers = { origin, 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body, signal });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  } catch {
    return undefined;
  }
}

/** Returns an API that is up, as a load balancer would choose one; waits a moment when none is. */
async function pickAddress({ apis, random }: ShopperOptions): Promise<string | undefined> {
  for (let tries = 0; tries < 40; tries++) {
    const up = apis.map((api) => api.port()).filter((port) => port !== undefined);
    if (up.length > 0) return `http://127.0.0.1:${random.pick(up)}`;
    await sleep(50);
  }
  return undefined;
}

function wrong({ history }: ShopperOptions, { id }: ReportedEvent, what: string): void {
  history.wrong.push({ id, what });
}
