import { expect } from 'chai';
import { Redis } from 'ioredis';
import { createDailyCaps, type DailyCaps, secondsToNextDay } from '../../../../api/try-on/caps.ts';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { minuteMs } from '../../../../shared/time.ts';
import { freshDatabase, freshPrefix, redisUrl } from '../../../support/backends.ts';

const noon = Date.parse('2026-01-31T12:00:00Z');
const caps = { perVisitor: 1, perAddress: 2, perStore: 3 };
const subject = (visitor: string, address = visitor) => ({ store: 'store_1', visitor, address });

describe('daily caps', () => {
  let connection: Redis;
  let database: Database;
  let daily: DailyCaps;
  let now: number;

  before(async () => {
    connection = new Redis(await redisUrl());
    database = await openDatabase({ uri: await freshDatabase(), log: silentLogger(), selectionMs: 3000 });
  });
  beforeEach(async () => {
    now = noon;
    await database.renders.deleteMany({});
    daily = createDailyCaps({ connection, prefix: freshPrefix(), renders: database.renders, now: () => now });
  });
  after(async () => {
    await connection.quit();
    await database.close();
  });

  const saveRender = (_id: string, change: object) =>
    database.renders.collection.insertOne({ _id, ...change } as never);

  it('refuse by the first that is reached, and count nothing then', async () => {
    expect(await daily.reserve(subject('a', 'x'), caps, 'r1')).to.equal(undefined);
    expect(await daily.reserve(subject('a', 'x'), caps, 'r2')).to.equal('perVisitor');
    expect(await daily.reserve(subject('b', 'x'), caps, 'r3')).to.equal(undefined);
    expect(await daily.reserve(subject('c', 'x'), caps, 'r4')).to.equal('perAddress');
    expect(await daily.reserve(subject('c', 'y'), caps, 'r5')).to.equal(undefined);
    expect(await daily.reserve(subject('d', 'z'), caps, 'r6')).to.equal('perStore');
    await daily.giveBack(subject('c', 'y'), 'r5');
    expect(await daily.reserve(subject('d', 'z'), caps, 'r6')).to.equal(undefined);
  });

  it('count one render once, however often it is reserved', async () => {
    const all = await Promise.all([1, 2, 3].map(() => daily.reserve(subject('a'), caps, 'r1')));
    expect(all).to.deep.equal([undefined, undefined, undefined]);
    expect(await daily.reached(subject('b'), { ...caps, perStore: 2 })).to.equal(undefined);
  });

  for (const [what, change, isFree] of [
    ['failed', { state: 'failed' }, true],
    ['was cancelled', { state: 'cancelled' }, true],
    ['expired', { state: 'expired' }, true],
    ['succeeded and was refunded', { state: 'succeeded', refund: { reason: 'x', at: new Date(noon) } }, true],
    ['succeeded', { state: 'succeeded' }, false],
    ['is open', { state: 'running' }, false],
  ] as const) {
    it(`${isFree ? 'do not count' : 'count'} a render that ${what}`, async () => {
      await saveRender('r1', change);
      await daily.reserve(subject('a'), caps, 'r1');
      expect(await daily.reserve(subject('a'), caps, 'r2')).to.equal(isFree ? undefined : 'perVisitor');
    });
  }

  it('refuse at four times the cap what was started, also when all of it was cancelled', async () => {
    for (let at = 0; at < 4; at += 1) {
      await saveRender(`r${at}`, { state: 'cancelled' });
      expect(await daily.reserve(subject('a'), caps, `r${at}`)).to.equal(undefined);
      await daily.release(subject('a'), `r${at}`);
    }
    expect(await daily.reserve(subject('a'), caps, 'r4')).to.equal('perVisitor');
    expect(await daily.reached(subject('a'), caps)).to.equal('perVisitor');
    expect(await daily.reserve(subject('b'), caps, 'r5')).to.equal(undefined);
  });

  it('do not count as started what was not accepted', async () => {
    for (let at = 0; at < 5; at += 1) {
      expect(await daily.reserve(subject('a'), caps, `r${at}`)).to.equal(undefined);
      await daily.giveBack(subject('a'), `r${at}`);
    }
  });

  it('do not count a reservation of six minutes ago that never became a render', async () => {
    await daily.reserve(subject('a'), caps, 'r1');
    expect(await daily.reached(subject('a'), caps)).to.equal('perVisitor');
    now += 6 * minuteMs + 1;
    expect(await daily.reached(subject('a'), caps)).to.equal(undefined);
  });

  it('begin again with the next UTC day', async () => {
    await saveRender('r1', { state: 'succeeded' });
    await daily.reserve(subject('a'), caps, 'r1');
    now = Date.parse('2026-01-31T23:59:59.500Z');
    expect(await daily.reached(subject('a'), caps)).to.equal('perVisitor');
    expect(secondsToNextDay(now)).to.equal(1);
    now += 500;
    expect(await daily.reached(subject('a'), caps)).to.equal(undefined);
  });

  it('tell how many of a store count today, without those that cost nothing', async () => {
    await daily.reserve(subject('a'), caps, 'r1');
    await daily.reserve(subject('b'), caps, 'r2');
    await saveRender('r1', { state: 'succeeded' });
    await saveRender('r2', { state: 'failed' });
    expect(await daily.countOf('store_1')).to.equal(1);
  });

  it('allow nothing where a cap is 0', async () => {
    expect(await daily.reserve(subject('a'), { ...caps, perStore: 0 }, 'r1')).to.equal('perStore');
  });
});
