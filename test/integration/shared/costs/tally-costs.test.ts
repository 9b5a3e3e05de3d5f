import { expect } from 'chai';
import { readCostDays, sumCosts } from '../../../../shared/costs/read-costs.ts';
import { type CostNote, tallyCosts } from '../../../../shared/costs/tally-costs.ts';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { ApiError } from '../../../../shared/errors.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { getMicrodollars, readProviderCosts } from '../../../../shared/metrics/provider-costs.ts';
import { freshDatabase } from '../../../support/backends.ts';

describe('costs of accounts', () => {
  let database: Database;
  const january = { from: '2026-01-01', to: '2026-01-31' };
  const at = (day: string) => new Date(`${day}T23:59:59.999Z`);
  const costs = readProviderCosts('gemini:0.1,fal:0.063');
  const aTry = (account: string, provider: string, failure?: string): CostNote => {
    const attempt = { provider, ...(failure && { failure }) };
    return { account, provider, tries: 1, microdollars: getMicrodollars(costs, attempt) };
  };
  const aRender = (account: string, provider: string, credits = 1): CostNote => ({
    ...{ account, provider, renders: 1, credits },
  });

  before(async () => {
    database = await openDatabase({ uri: await freshDatabase(), log: silentLogger(), selectionMs: 5000 });
    await database.ensureIndexes();
  });
  after(() => database.close());

  const figures = async (subject: { account: string } | { provider: string }, range = january) => {
    const { total, rows } = await sumCosts(database.costDays, subject, range);
    return {
      total: Object.values(total),
      rows: rows.map(({ name, tries, renders, credits, microdollars }) => [
        ...[name, tries, renders, credits, microdollars],
      ]),
    };
  };

  it('are added up by day, account and provider, with failed tries that cost something and without drift', async () => {
    const notes = [
      ...Array.from({ length: 3 }, () => aTry('acc_sum', 'gemini')),
      aTry('acc_sum', 'gemini', 'failed'),
      aTry('acc_sum', 'gemini', 'rejected'),
      aTry('acc_sum', 'fal'),
      aRender('acc_sum', 'gemini'),
      aRender('acc_sum', 'fal', 0),
      aTry('acc_other', 'gemini'),
    ];
    for (const day of ['2026-01-01', '2026-01-31', '2026-02-01'])
      await tallyCosts(database.costDays, notes, at(day));
    expect(await figures({ account: 'acc_sum' })).to.deep.equal({
      total: [12, 4, 2, 926_000],
      rows: [
        ['gemini', 10, 2, 2, 800_000],
        ['fal', 2, 2, 0, 126_000],
      ],
    });
    expect(
      (await figures({ account: 'acc_sum' }, { from: '2026-01-31', to: '2026-02-01' })).total,
    ).to.deep.equal([...[12, 4, 2, 926_000]]);
    expect((await figures({ provider: 'gemini' })).rows).to.deep.equal([
      ['acc_sum', 10, 2, 2, 800_000],
      ['acc_other', 2, 0, 0, 200_000],
    ]);
  });

  it('count each note once when many workers write the same day', async () => {
    const write = () => tallyCosts(database.costDays, [aTry('acc_busy', 'fal')], at('2026-01-02'));
    await Promise.all(Array.from({ length: 20 }, write));
    expect((await figures({ account: 'acc_busy' })).total).to.deep.equal([20, 0, 0, 20 * 63_000]);
  });

  it('are one document a day, account and provider, which expires after 400 days', async () => {
    for (let times = 0; times < 3; times++)
      await tallyCosts(database.costDays, [aTry('acc_keep', 'fal')], at('2026-01-03'));
    const days = await database.costDays.find({ account: 'acc_keep' }).lean();
    expect(days.map(({ day, keepUntil }) => [day, keepUntil.toISOString()])).to.deep.equal([
      ['2026-01-03', '2027-02-07T23:59:59.999Z'],
    ]);
  });

  it('are listed day by day, the oldest first', async () => {
    for (const day of ['2026-01-05', '2026-01-04'])
      await tallyCosts(database.costDays, [aTry('acc_days', 'fal')], at(day));
    const days: string[] = [];
    for await (const { day } of readCostDays(database.costDays, { account: 'acc_days' }, january))
      days.push(day);
    expect(days).to.deep.equal(['2026-01-04', '2026-01-05']);
  });

  it('of a provider with many accounts list the most expensive, and add up all of them', async () => {
    const notes = Array.from({ length: 103 }, (_, index) => ({
      ...{ account: `acc_${index}`, provider: 'many', tries: 1, microdollars: index },
    }));
    await tallyCosts(database.costDays, notes, at('2026-01-06'));
    const { rows, more, total } = await sumCosts(database.costDays, { provider: 'many' }, january);
    expect([rows.length, rows[0]!.name, more]).to.deep.equal([100, 'acc_102', 3]);
    expect(total).to.include({ tries: 103, microdollars: (102 * 103) / 2 });
  });

  it('of a provider add what was made meanwhile today to the days that have ended', async () => {
    const now = at('2026-01-20');
    const note = { account: 'acc_now', provider: 'ended', tries: 1 };
    const range = { from: '2026-01-18', to: '2026-01-20' };
    const read = async () => (await sumCosts(database.costDays, { provider: 'ended' }, range, now)).rows;
    await tallyCosts(database.costDays, [note], at('2026-01-18'));
    expect((await read()).map(({ name, tries }) => [name, tries])).to.deep.equal([['acc_now', 1]]);
    await tallyCosts(database.costDays, [note, { ...note, account: 'acc_new' }], now);
    expect((await read()).map(({ name, tries }) => [name, tries])).to.deep.equal([
      ['acc_new', 1],
      ['acc_now', 2],
    ]);
  });

  for (const [range, field] of [
    [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
    [{ from: '2026-01-02', to: '2026-01-01' }, undefined],
    [{ from: '2020-01-01', to: '2026-01-01' }, undefined],
  ] as const)
    it(`of ${range.from} to ${range.to} are refused`, async () => {
      const error = await sumCosts(database.costDays, { account: 'acc_sum' }, range).catch(
        (thrown) => thrown,
      );
      expect(error).to.be.instanceOf(ApiError);
      expect([error.code, error.detail.field]).to.deep.equal(['INVALID_INPUT', field]);
    });
});
