import { expect } from 'chai';
import { createOutcomes, type HourOutcomes, outcomeHours } from '../../../../api/ops/outcomes.ts';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { getDriver } from '../../../../shared/mongodb/driver.ts';
import { hourMs } from '../../../../shared/time.ts';
import { freshDatabase, patientMs } from '../../../support/backends.ts';
import { endedRender } from '../../../support/ended-render.ts';

const now = Date.parse('2026-11-22T10:30:00Z');
const failure = { code: 'MODEL_ERROR' as const, message: 'The provider failed.' };

describe('the outcomes of renders by hour', () => {
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase({
      uri: await freshDatabase(),
      log: silentLogger(),
      selectionMs: patientMs,
    });
  });
  afterEach(() => database.close());

  const insert = (...renders: Parameters<typeof endedRender>[0][]) =>
    getDriver(database.renders).insertMany(renders.map((render) => endedRender(render)));
  const used = (hours: HourOutcomes[]) =>
    hours.filter(({ succeeded, failed, cancelled }) => succeeded + failed + cancelled > 0);

  it('counts the renders of live keys that ended in each of the last 24 hours', async () => {
    await insert(
      { endedAt: now - 60_000 },
      { endedAt: now - 120_000 },
      { endedAt: now - hourMs, state: 'failed', failure },
      { endedAt: now - hourMs, state: 'expired', failure },
      { endedAt: now - hourMs, state: 'cancelled' },
      { endedAt: now - 60_000, mode: 'test' },
      { endedAt: now - 25 * hourMs },
    );
    const hours = await createOutcomes(database.renders)(now);
    expect(hours.map(({ hour }) => hour)).to.have.length(outcomeHours);
    expect(used(hours)).to.deep.equal([
      { hour: Date.parse('2026-11-22T09:00Z'), succeeded: 0, failed: 2, expired: 1, cancelled: 1 },
      { hour: Date.parse('2026-11-22T10:00Z'), succeeded: 2, failed: 0, expired: 0, cancelled: 0 },
    ]);
  });

  it('does not count a render that was refused for missing credits', async () => {
    await insert({ endedAt: now - 60_000, state: 'failed' });
    expect(used(await createOutcomes(database.renders)(now))).to.deep.equal([]);
  });

  it('counts an hour that is over once, and the current hour each time', async () => {
    const read = createOutcomes(database.renders);
    await read(now);
    await insert({ endedAt: now - 5 * hourMs }, { endedAt: now - 60_000 });
    expect(used(await read(now + 10_000))).to.deep.equal([
      { hour: Date.parse('2026-11-22T10:00Z'), succeeded: 1, failed: 0, expired: 0, cancelled: 0 },
    ]);
  });

  it('shares one query between parallel calls', async () => {
    const read = createOutcomes(database.renders);
    const [first, second] = [read(now), read(now)];
    expect(first).to.equal(second);
    await first;
    expect(read(now)).not.to.equal(first);
  });

  it('counts an hour again until five minutes after its end', async () => {
    const read = createOutcomes(database.renders);
    const ended = Date.parse('2026-11-22T10:00Z') - 1000;
    await read(ended + 60_000);
    await insert({ endedAt: ended });
    expect(used(await read(ended + 120_000))).to.have.length(1);
  });
});
