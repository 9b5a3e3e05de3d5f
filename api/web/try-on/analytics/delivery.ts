import type { ReportedEvent } from './analytics.ts';

/** Of `POST /api/events`; 10,000 characters are at most 30 KiB, of which two fit into the browser's quota of 64 KiB. */
const batchLimits = { events: 20, characters: 10_000 };
/** Maximum number of events that wait while the shopper is offline or has not consented; later ones are dropped. */
const maxWaiting = 100;
const deadlineMs = 20_000;
/** Between attempts; the last one is used from then on. */
const retryAfterMs = [1000, 2000, 5000, 15_000, 60_000] as const;
/** The service asks for no longer than a minute. */
const maxRetryAfterMs = 120_000;

interface Options {
  /** Slug of the store. */
  store: string;
  /** Of a shopper without an id of the storefront. */
  anonymousId: () => string;
  isAutomated: boolean;
  /** The browser's Global Privacy Control. */
  isOptedOut: boolean;
  fetch: typeof fetch;
  /** False where the browser did not take it. */
  sendBeacon: (url: string, body: string) => boolean;
  /** Resolves after the time, or as soon as the page is seen or the network is there again. */
  pause: (ms: number) => Promise<void>;
  now: () => Date;
}

/** Sends events in order and keeps each one until it is acknowledged. */
export interface Delivery {
  add(event: ReportedEvent): void;
  /** Sets whether anything may leave the browser, false at first; until then events wait. */
  allow(isAllowed: boolean): void;
  /** For a page that may be unloaded: hands the events that are not being sent to the browser. */
  leave(): void;
}

const url = '/api/events';

export function createDelivery(options: Options): Delivery {
  const { fetch, sendBeacon, pause } = options;
  let waiting: ReportedEvent[] = [];
  let underWay: ReportedEvent[] = [];
  let isAllowed = false;
  let isRunning = false;

  /** Milliseconds until the same batch is sent again; null: it is done with. */
  async function post(batch: ReportedEvent[], failures: number): Promise<number | null> {
    const wait = retryAfterMs[Math.min(failures, retryAfterMs.length - 1)]!;
    try {
      const response = await fetch(url, {
        method: 'POST',
        keepalive: true,
        credentials: 'same-origin',
        headers: { 'Content-Type': 'application/json' },
        body: buildBody(options, batch),
        signal: AbortSignal.timeout(deadlineMs),
      });
      if (response.status < 500 && response.status !== 408 && response.status !== 429) return null;
      const asked = Number(response.headers.get('Retry-After')) * 1000 || 0;
      return Math.min(Math.max(wait, asked), maxRetryAfterMs);
    } catch {
      return wait;
    }
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let failures = 0; isAllowed && waiting.length > 0; ) {
      underWay = firstBatch(waiting);
      const waitMs = await post(underWay, failures);
      if (waitMs === null) waiting = waiting.slice(underWay.length);
      underWay = [];
      failures = waitMs === null ? 0 : failures + 1;
      if (waitMs !== null) await pause(waitMs);
    }
    isRunning = false;
  }

  return {
    add(event) {
      if (waiting.length < maxWaiting) waiting.push(event);
      void run();
    },
    allow(value) {
      isAllowed = value;
      void run();
    },
    leave() {
      if (!isAllowed) return;
      // They stay: should the page live on, they are sent again, and the service knows them by their ids.
      for (let rest = waiting.slice(underWay.length); rest.length > 0; ) {
        const batch = firstBatch(rest);
        if (!sendBeacon(url, buildBody(options, batch))) return;
        rest = rest.slice(batch.length);
      }
    },
  };
}

function firstBatch(events: ReportedEvent[]): ReportedEvent[] {
  let characters = 0;
  const end = events.findIndex((event, index) => {
    characters += JSON.stringify(event).length;
    return index === batchLimits.events || (index > 0 && characters > batchLimits.characters);
  });
  return end < 0 ? [...events] : events.slice(0, end);
}

function buildBody(
  { store, anonymousId, isAutomated, isOptedOut, now }: Options,
  batch: ReportedEvent[],
): string {
  const events = batch.map(({ passedId, ...event }) => ({
    ...event,
    anonymousId: passedId ?? anonymousId(),
  }));
  return JSON.stringify({
    store,
    sentAt: now().toISOString(),
    ...(isAutomated && { webdriver: true }),
    ...(isOptedOut && { globalPrivacyControl: true }),
    events,
  });
}
