import { expect } from 'chai';
import type { ReportedEvent } from '../../../../../../api/web/try-on/analytics/analytics.ts';
import { createDelivery } from '../../../../../../api/web/try-on/analytics/delivery.ts';

interface Sent {
  store: string;
  sentAt: string;
  webdriver?: boolean;
  events: { eventId: string; anonymousId: string }[];
}

const anEvent = (eventId: string, part: Partial<ReportedEvent> = {}): ReportedEvent => ({
  eventId,
  event: 'Service Session Started',
  sessionId: 's',
  timestamp: '2026-01-31T09:00:00.000Z',
  properties: {},
  passedId: null,
  ...part,
});

type Reply = number | 'lost';

/** A delivery whose network replies as listed, then with 202; a request waits until `release` lets it go. */
function delivery({ replies = [] as Reply[], beacons = true, headers = {} } = {}) {
  const sent: Sent[] = [];
  const requests: RequestInit[] = [];
  const beaconed: Sent[] = [];
  const pauses: number[] = [];
  let anonymousId = 'visitor-1';
  let gate: Promise<void> = Promise.resolve();
  const made = createDelivery({
    store: 'demo',
    anonymousId: () => anonymousId,
    isAutomated: false,
    isOptedOut: false,
    fetch: async (_url, init) => {
      requests.push(init!);
      sent.push(JSON.parse(String(init!.body)));
      await gate;
      const reply = replies.shift() ?? 202;
      if (reply === 'lost') throw new TypeError('Failed to fetch');
      return new Response(null, { status: reply, headers });
    },
    sendBeacon: (_url, body) => beacons && beaconed.push(JSON.parse(body)) > 0,
    pause: async (ms) => void pauses.push(ms),
    now: () => new Date('2026-01-31T09:00:01.000Z'),
  });
  return {
    ...{ made, sent, requests, beaconed, pauses },
    ids: (list = sent) => list.map(({ events }) => events.map(({ eventId }) => eventId)),
    identify: (id: string) => {
      anonymousId = id;
    },
    /** Keeps requests open until the returned function is called. */
    hold: () => {
      let release = () => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

describe('The delivery of events', () => {
  it('sends an event at once, kept alive when the page is left', async () => {
    const { made, sent, requests, settle } = delivery();
    made.allow(true);
    made.add(anEvent('e-1'));
    await settle();
    expect(sent).to.deep.equal([
      {
        store: 'demo',
        sentAt: '2026-01-31T09:00:01.000Z',
        events: [
          {
            eventId: 'e-1',
            event: 'Service Session Started',
            sessionId: 's',
            timestamp: '2026-01-31T09:00:00.000Z',
            properties: {},
            anonymousId: 'visitor-1',
          },
        ],
      },
    ]);
    expect(requests[0]).to.include({ method: 'POST', keepalive: true });
  });

  it('sends together, in their order, what happens during a request', async () => {
    const { made, ids, hold, settle } = delivery();
    made.allow(true);
    const release = hold();
    for (const id of ['e-1', 'e-2', 'e-3']) made.add(anEvent(id));
    release();
    await settle();
    expect(ids()).to.deep.equal([['e-1'], ['e-2', 'e-3']]);
  });

  for (const reply of ['lost', 408, 429, 500, 503] as const) {
    it(`sends again under the same id after ${reply}`, async () => {
      const { made, ids, pauses, settle } = delivery({ replies: [reply, reply] });
      made.allow(true);
      made.add(anEvent('e-1'));
      await settle();
      expect(ids()).to.deep.equal([['e-1'], ['e-1'], ['e-1']]);
      expect(pauses).to.deep.equal([1000, 2000]);
    });
  }

  it('waits as long as the service asks', async () => {
    const { made, pauses, settle } = delivery({ replies: [429], headers: { 'Retry-After': '30' } });
    made.allow(true);
    made.add(anEvent('e-1'));
    await settle();
    expect(pauses).to.deep.equal([30_000]);
  });

  for (const reply of [400, 403, 413]) {
    it(`does not retry what the service refuses with ${reply}`, async () => {
      const { made, ids, settle } = delivery({ replies: [reply] });
      made.allow(true);
      made.add(anEvent('e-1'));
      await settle();
      made.add(anEvent('e-2'));
      await settle();
      expect(ids()).to.deep.equal([['e-1'], ['e-2']]);
    });
  }

  it('keeps events in the browser until they may leave it, and again afterwards', async () => {
    const { made, ids, beaconed, settle } = delivery();
    made.add(anEvent('e-1'));
    made.leave();
    await settle();
    expect([ids(), beaconed]).to.deep.equal([[], []]);
    made.allow(true);
    await settle();
    made.allow(false);
    made.add(anEvent('e-2'));
    await settle();
    expect(ids()).to.deep.equal([['e-1']]);
  });

  it('sends at most 20 events and 10,000 characters in a request, and an event that is longer alone', async () => {
    const { made, sent, ids, settle } = delivery();
    const long = (length: number) => ({ properties: { query: 'x'.repeat(length), result_count: 1 } });
    for (let at = 0; at < 25; at += 1) made.add(anEvent(`e-${at}`));
    for (const length of [6000, 6000, 12_000, 10]) made.add(anEvent(`long-${length}`, long(length)));
    made.allow(true);
    await settle();
    expect(sent.map(({ events }) => events.length)).to.deep.equal([20, 6, 1, 1, 1]);
    expect(ids().at(-1)).to.deep.equal(['long-10']);
  });

  it('keeps at most 100 events, the first ones', async () => {
    const { made, ids, settle } = delivery();
    for (let at = 1; at <= 150; at += 1) made.add(anEvent(`e-${at}`));
    made.allow(true);
    await settle();
    expect(ids().flat()).to.have.length(100);
    expect(ids().flat().at(-1)).to.equal('e-100');
  });

  it('hands the browser what waits when the page may be gone, but not what is being sent', async () => {
    const { made, ids, beaconed, hold, settle } = delivery();
    made.allow(true);
    const release = hold();
    for (const id of ['e-1', 'e-2']) made.add(anEvent(id));
    made.leave();
    expect(ids(beaconed)).to.deep.equal([['e-2']]);
    release();
    await settle();
    // The page has lived on: the service recognises the repeat by its id.
    expect(ids()).to.deep.equal([['e-1'], ['e-2']]);
  });

  it('stops handing over when the browser takes no more', () => {
    const { made, sent, hold } = delivery({ beacons: false });
    made.allow(true);
    hold();
    for (const id of ['e-1', 'e-2']) made.add(anEvent(id));
    made.leave();
    expect(sent).to.have.length(1);
  });

  it('names a shopper as the storefront did by then, else as it does by now', async () => {
    const { made, sent, identify, settle } = delivery();
    made.add(anEvent('e-1'));
    made.add(anEvent('e-2', { passedId: 'shopper-1' }));
    identify('shopper-2');
    made.allow(true);
    await settle();
    expect(sent[0]?.events.map(({ anonymousId }) => anonymousId)).to.deep.equal(['shopper-2', 'shopper-1']);
  });
});
