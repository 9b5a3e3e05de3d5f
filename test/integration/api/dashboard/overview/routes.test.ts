import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { formatMoney, formatShare } from '../../../../../api/dashboard/format.ts';
import { formatCount } from '../../../../../api/web/design/format-count.ts';
import { createFlow } from '../../../../../shared/flows/flows.ts';
import { kpiNames } from '../../../../../shared/kpis/counters.ts';
import type { Kpis } from '../../../../../shared/kpis/read-kpis.ts';
import { fromMinorUnits } from '../../../../../shared/money.ts';
import { keepProduct } from '../../../../support/catalog/catalog-store.ts';
import { daysAgo, keepFigures } from '../../../../support/kpis.ts';
import { addStore, type Merchant, signUpMember } from '../../../../support/merchants.ts';
import { call, startPlatform, type TestPlatform } from '../../../../support/platform.ts';

const hostile = '<img src=x onerror=alert(1)>';

describe('the overview of a store', () => {
  let platform: TestPlatform;
  let mia: Merchant;
  let key: string;

  before(async () => {
    platform = await startPlatform({ workers: 0 });
    const account = await platform.account();
    key = account.key;
    mia = await signUpMember(platform, { name: 'Mia', roles: ['merchant'], account: account.id });
    const store = await addStore(platform, { account: account.id, slug: 'acme', name: 'Acme' });
    await addStore(platform, { account: account.id, slug: 'quiet' });
    await keepProduct(platform, store._id, { productId: 'sofa', handle: 'sofa', title: hostile });
    await keepFigures(platform, store._id, daysAgo(2), {
      counters: { sessions: 12_345, engaged: 9_876, tryOnsCompleted: 4_321, tryOnSessions: 4_000 },
    });
    await keepFigures(platform, store._id, daysAgo(1), {
      counters: {
        sessions: 7,
        orders: 42,
        unattributedOrders: 3,
        convertedSessions: 41,
        checkoutSessions: 50,
      },
      revenue: {
        EUR: { revenue: 123_456_789, strictRevenue: 1_205 },
        JPY: { revenue: 5_000, strictRevenue: 0 },
      },
      top: {
        products: [
          { productId: 'sofa', tryOns: 31, notRight: 0, checkouts: 7, orders: 2 },
          { productId: hostile, tryOns: 1, notRight: 0, checkouts: 0, orders: 0 },
        ],
        looks: [{ shortId: 'abc123', opens: 1_234 }],
        flows: [
          { flowId: 'outfit', sessions: 1_300, tryOnSessions: 1_000, exits: 77 },
          { flowId: 'gone', sessions: 3, tryOnSessions: 0, exits: 3 },
        ],
      },
    });
    const steps = [{ name: 'Top', source: { tag: 'top' } }];
    await createFlow(platform.database.flows, store, { id: 'outfit', name: hostile, steps });
    await keepFigures(platform, store._id, daysAgo(35), {
      counters: { sessions: 20_000 },
      revenue: { USD: { revenue: 150, strictRevenue: 0 } },
    });
  });
  after(() => platform.close());

  const range = { from: daysAgo(29), to: daysAgo(0) };
  const query = (asked: object) => `?${new URLSearchParams({ ...asked })}`;
  const readApi = async (asked: object = range): Promise<Kpis> =>
    (await call(platform, 'GET', `/api/stores/acme/kpis${query(asked)}`, key)).body;
  /** The numbers of the page by their names. */
  const readStats = (html: string) =>
    new Map(
      [...html.matchAll(/<h2 class="stat-label"[^>]*>([^<]+).*?<p class="stat-value">([^<]+)</gs)].map(
        ([, label, value]) => [label, value] as const,
      ),
    );

  it('shows the flows of the API with their completion', async () => {
    const { text } = await mia.visitor.get('/dashboard/acme');
    const { flows } = (await readApi()).top;
    const rows = [...text.matchAll(/<code>(outfit|gone)<.*?<\/tr>/gs)].map(([row]) =>
      [...row.matchAll(/<td[^>]*>([^<]*)</g)].map(([, cell]) => cell),
    );
    expect(rows).to.deep.equal(
      flows.map(({ sessions, tryOnSessions, exits }) => [
        ...[sessions, tryOnSessions].map(formatCount),
        ...[formatShare(tryOnSessions / sessions), formatCount(exits)],
      ]),
    );
    expect(rows[0]).to.deep.equal(['1,300', '1,000', '76.92%', '77']);
  });

  it('shows the numbers of the API, to the last digit', async () => {
    const { text } = await mia.visitor.get('/dashboard/acme');
    const { total, top } = await readApi();
    expect(total).to.include({ sessions: 12_352, orders: 42 });
    const stats = readStats(text);
    expect(stats.get('Sessions')).to.equal(formatCount(total.sessions)).and.equal('12,352');
    expect(stats.get('Engaged')).to.equal(formatCount(total.engaged)).and.equal('9,876');
    expect(stats.get('Conversion')).to.equal(formatShare(total.conversion!)).and.equal('0.33%');
    expect(stats.get('Orders')).to.equal('42');
    expect(stats.get('Revenue, EUR')).to.equal(formatMoney(total.revenue.EUR!.revenue, 'EUR'));
    expect(stats.get('Revenue, EUR')).to.equal('€1,234,567.89');
    expect(stats.get('Revenue, JPY')).to.equal('¥5,000');
    expect(text).to.include('42 looks led to €1,234,567.89 and ¥5,000 in 30 days.');
    expect(stats.get('Orders without a look')).to.equal('3');
    for (const step of ['sessions', 'tryOnSessions', 'checkoutSessions', 'convertedSessions'] as const)
      expect(text, step).to.include(`<td class="number">${formatCount(total[step])}</td>`);
    expect(top.products[0]).to.deep.equal({
      productId: 'sofa',
      tryOns: 31,
      notRight: 0,
      checkouts: 7,
      orders: 2,
    });
    expect(text).to.include('<td class="number">31</td>');
    expect(text).to.match(/\?share=abc123">abc123<\/a>.*?<td class="number">1,234<\/td>/s);
  });

  it('compares each number with the range before', async () => {
    const { text } = await mia.visitor.get('/dashboard/acme');
    expect(text).to.include('20,000 in the 30 days before');
    expect(text).to.include('$1.50 in the 30 days before');
  });

  it('shows any range, and the usual one beside what is wrong with another', async () => {
    const asked = { from: daysAgo(1), to: daysAgo(1) };
    const one = await mia.visitor.get(`/dashboard/acme${query(asked)}`);
    expect(readStats(one.text).get('Sessions')).to.equal(String((await readApi(asked)).total.sessions));
    expect(one.text).to.include('42 looks led to').and.include('in 1 day.');
    const long = await mia.visitor.get(`/dashboard/acme${query({ from: daysAgo(3000), to: daysAgo(0) })}`);
    expect(readStats(long.text).get('Sessions')).to.equal('32,352');
    const reversed = await mia.visitor.get(`/dashboard/acme${query({ from: daysAgo(1), to: 'soon"><b>' })}`);
    expect(reversed.status).to.equal(422);
    expect(reversed.text).to.include('to is not a valid day').and.not.include('<b>');
    expect(readStats(reversed.text).get('Sessions')).to.equal('12,352');
  });

  it('downloads the days as CSV with the numbers of the API', async () => {
    const { text, headers } = await mia.visitor.get(`/dashboard/acme/kpis.csv${query(range)}`);
    expect(headers.get('content-type')).to.match(/^text\/csv/);
    const rows = parse(text, { columns: true }) as Record<string, string>[];
    const { days } = await readApi();
    expect(rows).to.have.length(2);
    for (const [index, day] of days.entries()) {
      const row = rows[index]!;
      expect(row.day).to.equal(day.day);
      for (const name of kpiNames) expect(row[name], name).to.equal(String(day[name]));
      expect(row.conversion).to.equal(String(day.conversion ?? ''));
      for (const currency of ['EUR', 'JPY']) {
        const { revenue = 0, strictRevenue = 0 } = day.revenue[currency] ?? {};
        expect(row[`revenue_${currency}`]).to.equal(fromMinorUnits(revenue, currency));
        expect(row[`lookRevenue_${currency}`]).to.equal(fromMinorUnits(strictRevenue, currency));
      }
    }
    const refused = await mia.visitor.get('/dashboard/acme/kpis.csv?from=soon');
    expect(refused.status).to.equal(400);
  });

  it('escapes what the catalog and browsers say', async () => {
    const { text } = await mia.visitor.get('/dashboard/acme');
    expect(text).not.to.include('<img src=x');
    expect(text.match(/&lt;img src=x/g)).to.have.length(3);
  });

  it('says what is missing in a store without a visit', async () => {
    const { text, status } = await mia.visitor.get('/dashboard/quiet');
    expect(status).to.equal(200);
    expect(text).to.include('No shopper has opened the try-on in 30 days.');
    expect(text).to.include('No product has been tried on in this time.');
  });
});
