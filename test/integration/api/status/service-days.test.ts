import { expect } from 'chai';
import { readServiceDays, type ServiceDay, shownDays } from '../../../../api/status/service-days.ts';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { getDriver } from '../../../../shared/mongodb/driver.ts';
import type { RequestDoc } from '../../../../shared/requests/request-model.ts';
import { dayMs } from '../../../../shared/time.ts';
import { addToTallies, toTallyNote } from '../../../../workers/track/event-tally.ts';
import { freshDatabase, patientMs } from '../../../support/backends.ts';
import { endedRender } from '../../../support/ended-render.ts';

const now = Date.parse('2026-11-22T10:30:00Z');
const failure = { code: 'MODEL_ERROR' as const, message: 'The provider failed.' };
const nothing = { good: 0, bad: 0 };
const noEvents = { events: nothing, forwarded: { delivered: 0, dropped: 0 } };

const keptForward = (since: number) => ({
  forward: {
    ...{ attempt: 0, retryAfterCount: 0, deferrals: 0, jobs: 1 },
    state: 'pending' as const,
    since: new Date(since),
  },
});

describe('the days of the service', () => {
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase({
      uri: await freshDatabase(),
      log: silentLogger(),
      selectionMs: patientMs,
    });
  });
  afterEach(() => database.close());

  const end = (...renders: Parameters<typeof endedRender>[0][]) =>
    getDriver(database.renders).insertMany(renders.map((render) => endedRender(render)));
  const callWith = (mode: RequestDoc['mode'], at: number, ...statuses: number[]) =>
    getDriver(database.requests).insertMany(
      statuses.map(
        (status, index) =>
          ({ _id: `log_${mode}_${at}_${index}`, mode, at: new Date(at), status }) as RequestDoc,
      ),
    );
  const call = (at: number, ...statuses: number[]) => callWith('live', at, ...statuses);
  const findMeasured = (days: ServiceDay[]) =>
    days.filter(({ api, renders, queue, events }) =>
      [api, renders, queue, events].some(({ good, bad }) => good + bad > 0),
    );

  it('count calls, renders and deadlines of each day, and nothing where nothing was measured', async () => {
    await end(
      { endedAt: now - 60_000 },
      { endedAt: now - dayMs, state: 'failed', failure },
      { endedAt: now - dayMs, state: 'expired', failure },
      { endedAt: now - dayMs, state: 'cancelled' },
      { endedAt: now - 60_000, mode: 'test' },
      { endedAt: now - 91 * dayMs },
    );
    await call(now - 1000, 200, 402, 500, 503);
    await call(now - 89 * dayMs, 201);
    // Test keys choose failures.
    await callWith('test', now - 2000, 200, 502);
    const days = await readServiceDays(database, new Date(now));
    expect(days).to.have.lengthOf(shownDays);
    expect(findMeasured(days)).to.deep.equal([
      { day: '2026-08-25', api: { good: 1, bad: 0 }, renders: nothing, queue: nothing, ...noEvents },
      {
        day: '2026-11-21',
        api: nothing,
        renders: { good: 0, bad: 1 },
        queue: { good: 1, bad: 1 },
        ...noEvents,
      },
      {
        day: '2026-11-22',
        api: { good: 2, bad: 2 },
        renders: { good: 1, bad: 0 },
        queue: { good: 1, bad: 0 },
        ...noEvents,
      },
    ]);
  });

  it('are counted once when they have ended, and kept when their renders and calls are not; today each time', async () => {
    await end({ endedAt: now - 2 * dayMs });
    await readServiceDays(database, new Date(now));
    await database.renders.deleteMany({});
    await end({ endedAt: now - dayMs }, { endedAt: now - 60_000 });
    const days = await readServiceDays(database, new Date(now + 1000));
    expect(findMeasured(days).map(({ day }) => day)).to.deep.equal(['2026-11-20', '2026-11-22']);
  });

  it('contain the events of each day as the workers have counted them', async () => {
    const late = toTallyNote(keptForward(now - dayMs), 'delivered', now - dayMs + 60_001)!;
    const onTime = toTallyNote(keptForward(now), 'retry', now + 60_000)!;
    await addToTallies(database.serviceDays, [late, onTime, late]);
    await readServiceDays(database, new Date(now));
    await addToTallies(database.serviceDays, [onTime]);
    const days = await readServiceDays(database, new Date(now));
    expect(findMeasured(days)).to.deep.equal([
      {
        ...{ day: '2026-11-21', api: nothing, renders: nothing, queue: nothing },
        ...{ events: { good: 0, bad: 2 }, forwarded: { delivered: 2, dropped: 0 } },
      },
      {
        ...{ day: '2026-11-22', api: nothing, renders: nothing, queue: nothing },
        ...{ events: { good: 2, bad: 0 }, forwarded: { delivered: 0, dropped: 0 } },
      },
    ]);
    expect((await database.serviceDays.findById('2026-11-21').lean())?.keepUntil.toISOString()).to.equal(
      '2027-03-01T00:00:00.000Z',
    );
  });
});
