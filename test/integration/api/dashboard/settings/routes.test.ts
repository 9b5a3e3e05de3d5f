import { expect } from 'chai';
import type { StoreDoc } from '../../../../../shared/stores/store-model.ts';
import { getSettings } from '../../../../../shared/stores/store-settings.ts';
import { keepEvent } from '../../../../support/keep-event.ts';
import {
  type Merchant,
  type MerchantsRoom,
  readFieldError,
  startMerchantsRoom,
} from '../../../../support/merchants.ts';
import type { TestPlatform } from '../../../../support/platform.ts';

const path = '/dashboard/acme/settings';

describe('the settings of a store', () => {
  let platform: TestPlatform;
  let mia: Merchant;
  let store: StoreDoc;
  let read: MerchantsRoom['readStore'];

  before(async () => {
    ({ platform, mia, store, readStore: read } = await startMerchantsRoom());
  });
  after(() => platform.close());

  const submit = (form: string, fields: Record<string, string>) =>
    mia.visitor.submit(`${path}/${form}`, fields, path);
  const limits = { 'caps.perVisitor': '3', 'caps.perAddress': '9', 'caps.perStore': '0', photoHours: '48' };

  it('save limits, and leave other settings alone', async () => {
    await submit('privacy', { consent: 'required', respectGpc: 'on', sharingEnabled: 'on' });
    const saved = await submit('limits', { ...limits, freeSecondAttempt: 'on' });
    expect(saved.location).to.equal(`${path}?done=settings`);
    expect(getSettings(await read())).to.deep.include({
      ...{ caps: { perVisitor: 3, perAddress: 9, perStore: 0 }, photoHours: 48, freeSecondAttempt: true },
      ...{ consent: 'required', respectGpc: true, sharingEnabled: true },
    });
    await submit('privacy', { consent: 'not-required' });
    expect(getSettings(await read())).to.include({
      respectGpc: false,
      sharingEnabled: false,
      photoHours: 48,
    });
  });

  it('take the free second attempt away', async () => {
    await submit('limits', { ...limits, freeSecondAttempt: 'on' });
    expect((await mia.visitor.get(path)).text).to.match(/name="freeSecondAttempt"[^>]* checked/);
    await submit('limits', limits);
    expect(getSettings(await read()).freeSecondAttempt).to.equal(false);
  });

  const shopify = {
    ...{ 'checkout.platform': 'shopify', 'checkout.url': 'acme.myshopify.com' },
    ...{ 'checkout.storefrontToken': 'public-token-1', 'checkout.embedMode': 'cart' },
  };

  it('save the checkout as a whole, show it in the form, and keep its token from the audit log', async () => {
    const readCheckout = async () => getSettings(await read()).checkout;
    const saved = { platform: 'shopify', url: 'https://acme.myshopify.com', embedMode: 'cart' };
    expect((await submit('checkout', shopify)).location).to.equal(`${path}?done=settings`);
    expect(await readCheckout()).to.deep.equal({ ...saved, storefrontToken: 'public-token-1' });
    const { text } = await mia.visitor.get(path);
    expect(text).to.include('value="public-token-1"').and.include('<option selected value="shopify">');
    await submit('checkout', { ...shopify, 'checkout.platform': 'woocommerce' });
    expect(await readCheckout()).to.deep.equal({
      platform: 'woocommerce',
      url: 'https://acme.myshopify.com/',
    });
    await submit('checkout', { 'checkout.platform': 'none' });
    expect(await readCheckout()).to.equal(null);
    const entries = await platform.database.audit.find({ action: 'store.checkout' }).sort({ at: 1 }).lean();
    expect(entries.map(({ after }) => after?.checkout)).to.deep.equal([
      ...[saved, { platform: 'woocommerce', url: 'https://acme.myshopify.com/' }, null],
    ]);
    expect(JSON.stringify(entries)).not.to.include('public-token-1');
  });

  for (const [form, fields, message] of [
    ['limits', { ...limits, 'caps.perStore': '' }, 'Try-ons of the store'],
    ['limits', { ...limits, 'caps.perVisitor': '-1' }, 'Try-ons of a visitor'],
    ['limits', { ...limits, photoHours: '1e9' }, 'Hours that photos are kept'],
    ['privacy', { consent: 'maybe' }, 'Consent'],
    ['checkout', { 'checkout.platform': 'magento' }, 'Platform'],
    ['checkout', { ...shopify, 'checkout.url': '' }, 'Address'],
    ['checkout', { ...shopify, 'checkout.url': 'http://acme.example' }, 'the https address of the shop'],
    ['checkout', { ...shopify, 'checkout.storefrontToken': 'a b' }, 'Storefront token'],
    ['checkout', { ...shopify, 'checkout.embedMode': 'drawer' }, 'On your pages'],
    ['erase', { visitor: ' ' }, 'Enter the id of the visitor.'],
  ] as const) {
    it(`say beside the field what is wrong: ${form}, ${message}`, async () => {
      const before = await read();
      const { status, text } = await submit(form, fields);
      expect(status).to.equal(422);
      expect(readFieldError(text)).to.include(message);
      expect(await read()).to.deep.equal(before);
    });
  }

  it('erase a visitor, say what was erased, and keep nothing of them in the audit log', async () => {
    const { events } = platform.database;
    for (const eventId of ['1', '2'])
      await keepEvent(platform, store._id, { eventId, anonymousId: 'visitor-77' });
    await keepEvent(platform, store._id, { eventId: '3', anonymousId: 'other' });
    const { status, text } = await submit('erase', { visitor: ' visitor-77 ' });
    expect(status).to.equal(200);
    expect(text).to.include('Deleted: 2 events, 0 photos and 0 shared looks.');
    expect(await events.distinct('anonymousId')).to.deep.equal(['other']);
    expect((await submit('erase', { visitor: 'visitor-77' })).text).to.include('Deleted: 0 events');
    const entries = await platform.database.audit.find({ action: 'visitor.erase' }).lean();
    expect(entries[0]?.after).to.include({ events: 2 });
    expect(JSON.stringify(entries)).not.to.include('visitor-77');
  });

  it('record each change with what was before', async () => {
    await submit('limits', { ...limits, photoHours: '24' });
    await submit('limits', { ...limits, photoHours: '12' });
    const entry = await platform.database.audit
      .findOne({ action: 'store.limits' })
      .sort({ at: -1, _id: -1 })
      .lean();
    expect(entry?.after).to.include({ photoHours: 12 });
    expect(entry?.before).to.include({ photoHours: 24 });
  });
});
