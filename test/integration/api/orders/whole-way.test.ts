import { expect } from 'chai';
import { saveOrderWebhook } from '../../../../shared/orders/order-webhooks.ts';
import { loadSecretBox } from '../../../../shared/secrets/load-secret-box.ts';
import { createStore } from '../../../../shared/stores/stores.ts';
import { sign } from '../../../support/orders-app.ts';
import { eventually, startPlatform, type TestPlatform } from '../../../support/platform.ts';

describe('an order of a running platform', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.close());

  it('leads from the shopper’s session and the shop’s webhook to revenue in the KPIs', async () => {
    const { url, database, config } = platform;
    const { id: account, key } = await platform.account();
    const store = await createStore(database.stores, { account, slug: 'acme', hosts: ['acme.example'] });
    const secret = 'hush-hush';
    await saveOrderWebhook(database.stores, await loadSecretBox(config), store, {
      platform: 'shopify',
      secret,
    });
    const post = (path: string, body: string, headers: Record<string, string>) =>
      fetch(url + path, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json', ...headers },
      });
    const started = { store: 'acme', event: 'Session Started', anonymousId: 'v', sessionId: 's' };
    // A browser, not a program: bots are in no KPI.
    const browser = { Origin: 'https://acme.example', 'User-Agent': 'Mozilla/5.0' };
    expect((await post('/api/events', JSON.stringify(started), browser)).status).to.equal(202);
    const order = JSON.stringify({
      ...{ id: 1, created_at: new Date().toISOString(), currency: 'EUR', total_price: '99.50' },
      note_attributes: [{ name: 'anonymous_id', value: 'v' }],
    });
    const headers = { 'X-Shopify-Topic': 'orders/create', 'X-Shopify-Hmac-Sha256': sign(order, secret) };
    expect((await post('/webhooks/orders/acme/shopify', order, headers)).status).to.equal(200);
    const kpis = async () => {
      const authorization = { Authorization: `Bearer ${key}` };
      const answer = await fetch(`${url}/api/stores/acme/kpis`, { headers: authorization });
      return (await answer.json()) as { total: Record<string, unknown> };
    };
    // Orders and sessions are read one after the other: the first count may have seen only the one.
    const counted = ({ orders, conversion }: Record<string, unknown>) => orders === 1 && conversion === 1;
    await eventually(async () => counted((await kpis()).total), 30_000);
    expect((await kpis()).total).to.deep.include({
      sessions: 1,
      conversion: 1,
      unattributedOrders: 0,
      revenue: { EUR: { revenue: 9950, strictRevenue: 0 } },
    });
  });
});
