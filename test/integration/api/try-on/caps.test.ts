import { expect } from 'chai';
import { Redis } from 'ioredis';
import { secondsToReset } from '../../../../api/try-on/cap-counters.ts';
import { createDailyCaps, type DailyCaps } from '../../../../api/try-on/caps.ts';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { dayMs, hourMs, minuteMs } from '../../../../shared/time.ts';
import { freshDatabase, freshPrefix, redisUrl } from '../../../support/backends.ts';

const noon = Date.parse('2026-01-31T12:00:00Z');
const caps = { perVisitor: 1, perAddress: 2, perStore: 3 };
const subject = (visitor: string, address = visitor, returning = true) => ({
  store: 'store_1',
  visitor,
  address,
  returning,
});

describe('daily caps', () => {
  let connection: Redis;
  let database: Database;
  let daily: DailyCaps;
  let now: number;
  let serial = 0;

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
      await saveRender(`r${at}`, { state: 'cancelled', fence: 1 });
      expect(await daily.reserve(subject('a'), caps, `r${at}`)).to.equal(undefined);
      await daily.release(subject('a'), `r${at}`);
    }
    expect(await daily.reserve(subject('a'), caps, 'r4')).to.equal('perVisitor');
    expect(await daily.reached(subject('a'), caps)).to.equal('perVisitor');
    expect(await daily.reserve(subject('b'), caps, 'r5')).to.equal(undefined);
  });

  it('do not count as started what was cancelled before a worker claimed it', async () => {
    for (let at = 0; at < 12; at += 1) {
      now += 1_000;
      await saveRender(`r${at}`, { state: 'cancelled', fence: 0 });
      expect(await daily.reserve(subject('a'), caps, `r${at}`)).to.equal(undefined);
      await daily.release(subject('a'), `r${at}`);
    }
  });

  /** Starts renders of ever new visitors from these addresses in turn; returns how many, and what refused the next. */
  async function exhaust(addresses: string[], wide: typeof caps, returning: boolean) {
    for (let at = 0; ; at += 1) {
      serial += 1;
      const who = subject(`v${serial}`, addresses[serial % addresses.length], returning);
      const cap = await daily.reserve(who, wide, `r${serial}`);
      if (cap) return { started: at, cap };
      await saveRender(`r${serial}`, { state: 'succeeded', fence: 1 });
    }
  }
  const wide = { perVisitor: 10, perAddress: 3, perStore: 24 };
  /** Ever other /64s of one /56, and of one /48. */
  const network = Array.from({ length: 16 }, (_, at) => `2001-db8-1-${(0xab00 + at).toString(16)}`);
  const site = Array.from({ length: 16 }, (_, at) => `2001-db8-1-${(at * 0x100).toString(16)}`);

  it('stop a line that has a /56 or a /48 before it uses up the store', async () => {
    expect(await exhaust(network, wide, true)).to.deep.equal({ started: 6, cap: 'perNetwork' });
    now += dayMs;
    expect(await exhaust(site, wide, true)).to.deep.equal({ started: 12, cap: 'perSite' });
    expect(await daily.reserve(subject('z', '203.0.113.9'), wide, 'z1')).to.equal(undefined);
  });

  it('bound also what a line starts and cancels while it runs', async () => {
    for (let at = 0; at < 24; at += 1) {
      const who = subject(`v${at}`, network[at % 16]);
      await saveRender(`r${at}`, { state: 'cancelled', fence: 1 });
      expect(await daily.reserve(who, wide, `r${at}`), `start ${at}`).to.equal(undefined);
      await daily.release(who, `r${at}`);
    }
    expect(await daily.reserve(subject('v', network[0]), wide, 'r')).to.equal('perNetwork');
    expect(await daily.reserve(subject('z', '203.0.113.9', false), wide, 'z1')).to.equal(undefined);
  });

  it('give newcomers the store hour by hour and leave a share to visitors who came before', async () => {
    const everywhere = Array.from({ length: 40 }, (_, at) => `203.0.113.${at}`);
    expect(await exhaust(everywhere, wide, false)).to.deep.equal({ started: 4, cap: 'newcomersPerHour' });
    expect(await daily.reached(subject('z', '198.51.100.1'), wide)).to.equal(undefined);
    let started = 4;
    for (; ; now += hourMs) {
      const turn = await exhaust(everywhere, wide, false);
      started += turn.started;
      if (turn.cap !== 'newcomersPerHour') {
        expect(turn.cap).to.equal('newcomersPerDay');
        break;
      }
    }
    expect(started).to.equal(20);
    expect(await exhaust(everywhere, wide, true)).to.deep.equal({ started: 4, cap: 'perStore' });
  });

  it('say how many shoppers each of them has refused today', async () => {
    await daily.reserve(subject('a'), caps, 'r1');
    await daily.reserve(subject('a'), caps, 'r2');
    await daily.reserve(subject('a'), caps, 'r3');
    expect(await daily.getRefusals('store_1')).to.deep.equal({ perVisitor: 2 });
    now += dayMs;
    expect(await daily.getRefusals('store_1')).to.deep.equal({});
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
    expect(secondsToReset('perStore', now)).to.equal(1);
    now += 500;
    expect(await daily.reached(subject('a'), caps)).to.equal(undefined);
  });

  it('tell how many of a store count today, without those that cost nothing', async () => {
    await daily.reserve(subject('a'), caps, 'r1');
    await daily.reserve(subject('b'), caps, 'r2');
    await saveRender('r1', { state: 'succeeded' });
    await saveRender('r2', { state: 'failed' });
    expect(await daily.getCount('store_1')).to.equal(1);
  });

  it('leave a visitor what is not used up, and a second attempt at an image a place of its own', async () => {
    const ofTwo = { ...caps, perVisitor: 2 };
    const second = { ...subject('a'), secondOf: 'r1' };
    expect(await daily.reserve(subject('a'), ofTwo, 'r1')).to.equal(undefined);
    await saveRender('r1', { state: 'succeeded', fence: 1 });
    expect(await daily.reserve(second, ofTwo, 'r2')).to.equal(undefined);
    await saveRender('r2', { state: 'succeeded', fence: 1 });
    expect([
      await daily.getOwnLeft(subject('a'), ofTwo),
      await daily.getOwnLeft(second, ofTwo),
    ]).to.deep.equal([1, 0]);
    expect(await daily.reserve({ ...second, address: 'b' }, ofTwo, 'r3')).to.equal('perResult');
    now += dayMs;
    expect(await daily.getOwnLeft(subject('a'), ofTwo)).to.equal(2);
    expect(await daily.reserve(second, ofTwo, 'r3')).to.equal('perResult');
  });

  it('allow nothing where a cap is 0', async () => {
    expect(await daily.reserve(subject('a'), { ...caps, perStore: 0 }, 'r1')).to.equal('perStore');
  });
});
