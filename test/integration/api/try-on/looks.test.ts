import { expect } from 'chai';
import { countEvents } from '../../../../shared/kpis/count-day.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { enter, openStore, type Shopper, type TestStore } from '../../../support/try-on.ts';

describe('opens of a shared look', () => {
  let platform: TestPlatform;
  let store: TestStore;
  let recipient: Shopper;
  let shortId: string;
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' };

  before(async () => {
    platform = await startPlatform({ env: { TRY_ON_PER_ADDRESS: '1000000' } });
  });
  beforeEach(async () => {
    store = await openStore(platform);
    const owner = await enter(platform, store);
    const photo = { kind: 'model' as const, id: store.modelPhoto };
    const { id } = await owner.render({ photo, items: [store.sofa] });
    shortId = (await owner.call('POST', `/renders/${id}/share`)).body.shortId;
    recipient = await enter(platform, store);
  });
  after(() => platform.close());

  const open = (openId: string, { webdriver = false, headers = browser } = {}) =>
    recipient.call('POST', `/looks/${shortId}/opens`, { body: { openId, webdriver }, headers });
  async function report(eventId: string): Promise<string> {
    const event = { event: 'Shared Look Opened', eventId, properties: { shortId, productIds: ['7001'] } };
    const response = await fetch(`${platform.url}/api/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: `https://${store.slug}.example`, ...browser },
      body: JSON.stringify({ store: store.slug, anonymousId: 'customer-1', sessionId: 's-1', ...event }),
    });
    const { results } = (await response.json()) as { results: { status: string }[] };
    return results[0]?.status ?? 'none';
  }
  const counted = async () => {
    const day = new Date().toISOString().slice(0, 10);
    return (await countEvents(platform.database.events, store.id, day)).sharedLookOpens;
  };
  const events = () => platform.database.events.find({ store: store.id }).lean();

  it('count without a report of the browser, and name no visitor', async () => {
    const { status, body } = await open('open-000000000001');
    expect([status, body.shortId]).to.deep.equal([200, shortId]);
    expect(await counted()).to.equal(1);
    const [event] = await events();
    expect(event).to.deep.include({
      anonymousId: 'open-000000000001',
      sessionId: null,
      properties: { shortId },
    });
  });

  it('count once with the browser’s report of the same open, in either order, and once for a retry', async () => {
    await open('open-000000000001');
    await open('open-000000000001');
    expect(await report('open-000000000001')).to.equal('accepted');
    expect(await report('open-000000000001')).to.equal('duplicate');
    await report('open-000000000002');
    await open('open-000000000002');
    expect(await counted()).to.equal(2);
    for (const event of await events()) {
      expect(event).to.deep.include({ anonymousId: 'customer-1', sessionId: 's-1' });
      expect(event.properties).to.deep.equal({ shortId, productIds: ['7001'] });
    }
  });

  it('do not count for programs, nor when the look is only read again', async () => {
    await open('open-000000000001', { headers: { 'user-agent': 'facebookexternalhit/1.1' } });
    await open('open-000000000002', { webdriver: true });
    await recipient.call('GET', `/looks/${shortId}`);
    expect(await counted()).to.equal(0);
  });

  it('need an id of their own, and a look that is shared', async () => {
    const { status, body } = await open('short');
    expect([status, body.message]).to.deep.equal([400, 'openId must be 16 to 64 letters, digits, - and _.']);
    await platform.database.sharedLooks.updateOne({ _id: shortId }, { $set: { until: new Date(0) } });
    expect((await open('open-000000000001')).status).to.equal(410);
    expect(await counted()).to.equal(0);
  });
});
