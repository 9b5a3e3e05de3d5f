import { expect } from 'chai';
import type { EventHistory, ReportedEvent } from '../../../../../scripts/chaos/events/event-history.ts';
import { judgeEvents } from '../../../../../scripts/chaos/events/judge-events.ts';
import type { EventDoc, Forward } from '../../../../../shared/events/event-model.ts';
import { countEvents } from '../../../../../shared/kpis/count-day.ts';
import { noKpis } from '../../../../../shared/kpis/counters.ts';
import { kpiDayId, toDay } from '../../../../../shared/kpis/kpi-model.ts';
import { getDriver } from '../../../../../shared/mongodb/driver.ts';
import { type EventBackends, openEventBackends } from '../../../../support/events-app.ts';

const at = new Date();
const today = toDay(at);

describe('the judge of an event campaign', () => {
  let backends: EventBackends;
  let history: EventHistory;

  beforeEach(async () => {
    backends = await openEventBackends();
    history = { reported: new Map(), calls: [], wrong: [] };
  });
  afterEach(() => backends.close());

  /** An event of which everything is correct; `forward` undefined: it is not in the database. */
  async function add(
    id: string,
    forward: Partial<Forward> | undefined,
    more: Partial<ReportedEvent> & { statuses?: (number | undefined)[] } = {},
  ): Promise<void> {
    const { statuses = [200], ...change } = more;
    const event: ReportedEvent = {
      id: `s.${id}`,
      store: 's',
      slug: 'acme',
      eventId: id,
      event: 'Try On Started',
      anonymousId: `v-${id}`,
      verdict: 'accepted',
      new: 1,
      ...change,
    };
    history.reported.set(event.id, event);
    for (const status of statuses) {
      const call = { id: event.id, slug: 'acme', anonymousId: event.anonymousId };
      history.calls.push(status === undefined ? call : { ...call, status });
    }
    if (forward) await getDriver(backends.database.events).insertOne(getDocument(event, forward));
  }

  function getDocument(event: ReportedEvent, forward: Partial<Forward>): EventDoc {
    const untouched = { since: at, attempt: 0, retryAfterCount: 0, deferrals: 0, jobs: 1 };
    return {
      _id: event.id,
      store: event.store,
      event: event.event,
      anonymousId: event.anonymousId,
      sessionId: null,
      properties: {},
      timestamp: at,
      receivedAt: at,
      bot: false,
      forward: { state: 'delivered', ...untouched, ...forward },
      keepUntil: new Date(Date.now() + 86_400_000),
    };
  }

  async function findings(): Promise<string[]> {
    const { database } = backends;
    const counters = { ...noKpis(), ...(await countEvents(database.events, 's', today)) };
    const _id = kpiDayId('s', today);
    await database.kpiDays.updateOne(
      { _id },
      { $set: { store: 's', day: today, counters } },
      { upsert: true },
    );
    return (await judgeEvents(database, history, new Set(['alone']))).findings.map(
      ({ kind, id }) => `${kind} ${id}`,
    );
  }

  it('finds nothing wrong with events that arrived, were refused by their endpoint, or were never accepted', async () => {
    await add('1', { state: 'delivered' });
    await add('2', { state: 'delivered' }, { statuses: [500, undefined, 200, 200] });
    await add('3', { state: 'dropped' }, { statuses: [400] });
    await add('4', undefined, { verdict: 'unknown', statuses: [] });
    await add('5', { state: 'delivered' }, { verdict: 'unknown' });
    await add('6', { state: 'none' }, { slug: 'alone', statuses: [] });
    expect(await findings()).to.deep.equal([]);
  });

  for (const [what, forward, more, finding] of [
    ['is not in the database', undefined, { statuses: [] }, 'lost s.1'],
    ['is still pending', { state: 'pending' }, { statuses: [] }, 'lost s.1'],
    ['never arrived', { state: 'delivered' }, { statuses: [undefined, 500] }, 'lost s.1'],
    ['was dropped after a 500', { state: 'dropped' }, { statuses: [500] }, 'wrongly-dropped s.1'],
    ['was refused and kept', { state: 'delivered' }, { verdict: 'refused' }, 'wrong-response s.1'],
    ['was sent for a store without an endpoint', { state: 'none' }, { slug: 'alone' }, 'never-sent s.1'],
  ] as const) {
    it(`finds an accepted event that ${what}`, async () => {
      await add('1', forward, { ...more, statuses: [...('statuses' in more ? more.statuses : [200])] });
      expect(await findings()).to.include(finding);
    });
  }

  it('finds an event without a report, in the database or at an endpoint', async () => {
    await add('1', { state: 'delivered' });
    await add('2', undefined);
    history.reported.clear();
    expect(await findings()).to.have.members(['never-sent s.1', 'never-sent s.2']);
  });

  it('finds a day whose counters are not its events', async () => {
    await add('1', { state: 'delivered' });
    const judged = await judgeEvents(backends.database, history, new Set());
    expect(judged.findings.map(({ kind }) => kind)).to.deep.equal(['miscounted']);
  });
});
