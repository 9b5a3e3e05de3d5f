import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { orderAdapters } from '../../../../../shared/orders/adapters/adapters.ts';
import { type OrderPlatform, UnreadableOrder } from '../../../../../shared/orders/order-update.ts';
import { newWebhookSecret, signatureHeaders } from '../../../../../shared/webhooks/signature.ts';

const { shopify, woocommerce, generic } = orderAdapters;
const now = Date.UTC(2026, 2, 10, 12);
const reader = (headers: Record<string, string>) => {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name: string) => lower.get(name.toLowerCase());
};
const body = Buffer.from('{"id":1,"name":"Zoë"}');
const hmac = (secret: string) => createHmac('sha256', secret).update(body).digest('base64');

const signed: Record<OrderPlatform, { secret: string; other: string; headers: Record<string, string> }> = {
  shopify: { secret: 'hush', other: 'hush2', headers: { 'x-shopify-hmac-sha256': hmac('hush') } },
  woocommerce: { secret: 'wc', other: 'hush', headers: { 'X-WC-Webhook-Signature': hmac('wc') } },
  generic: (() => {
    const secret = newWebhookSecret();
    const message = { id: 'm-1', timestamp: now / 1000, body: body.toString() };
    return { secret, other: newWebhookSecret(), headers: signatureHeaders([secret], message) };
  })(),
};

describe('the signature of an order webhook', () => {
  // printf %s '{"id":1}' | openssl dgst -sha256 -hmac hush -binary | base64
  it('of Shopify is base64 HMAC-SHA256 of the raw body', () => {
    const given = 'VnKUjZsLuN5iZWjn5EntcBVCF9kMN43LglzCE1/GSeY=';
    expect(
      shopify.verify(Buffer.from('{"id":1}'), reader({ 'X-Shopify-Hmac-Sha256': given }), 'hush', now),
    ).to.equal(true);
  });
  for (const [platform, { secret, other, headers }] of Object.entries(signed)) {
    const adapter = orderAdapters[platform as OrderPlatform];
    const name = Object.keys(headers).at(-1)!;
    const cases: [
      name: string,
      valid: boolean,
      body: Buffer,
      headers: Record<string, string>,
      secret: string,
    ][] = [
      ['passes', true, body, headers, secret],
      ['fails with a wrong secret', false, body, headers, other],
      ['fails for a tampered body', false, Buffer.from(body.toString().replace('1', '2')), headers, secret],
      [
        'fails for a body with one more byte',
        false,
        Buffer.concat([body, Buffer.from('\n')]),
        headers,
        secret,
      ],
      ['fails without a header', false, body, {}, secret],
      ['fails for an empty one', false, body, { ...headers, [name]: '' }, secret],
      ['fails for one cut short', false, body, { ...headers, [name]: headers[name]!.slice(0, -8) }, secret],
    ];
    for (const [title, valid, bytes, given, key] of cases) {
      it(`of ${platform} ${title}`, () =>
        expect(adapter.verify(bytes, reader(given), key, now)).to.equal(valid));
    }
  }
  const { secret, headers } = signed.generic;
  for (const [name, valid, given, at] of [
    ['299 s old', true, headers, now + 299_000],
    ['301 s old', false, headers, now + 301_000],
    ['from the future', false, headers, now - 301_000],
    ['with another timestamp', false, { ...headers, 'webhook-timestamp': String(now / 1000 + 1) }, now],
    ['with another id', false, { ...headers, 'webhook-id': 'm-2' }, now],
    [
      'without a version',
      false,
      { ...headers, 'webhook-signature': headers['webhook-signature']!.slice(3) },
      now,
    ],
    [
      'beside one of an older secret',
      true,
      {
        ...headers,
        'webhook-signature': `v1,${hmac('old')} ${headers['webhook-signature']}`,
      },
      now,
    ],
  ] as const) {
    it(`of signed JSON is ${valid ? 'good' : 'refused'} ${name}`, () =>
      expect(generic.verify(body, reader(given), secret, at)).to.equal(valid));
  }
});

const shopifyOrder = {
  id: 820982911946154,
  created_at: '2026-03-10T08:00:00-05:00',
  updated_at: '2026-03-10T08:00:01-05:00',
  currency: 'EUR',
  total_price: '119.90',
  current_total_price: '100.00',
  test: false,
  cancelled_at: null,
  cart_token: 'c1',
  checkout_token: 'k1',
  note_attributes: [{ name: 'anonymous_id', value: 'visitor-1' }],
  email: 'shopper@example.com',
  line_items: [
    {
      product_id: 1,
      variant_id: 10,
      quantity: 2,
      price: '50.00',
      discount_allocations: [{ amount: '5.05' }, { amount: '0.05' }],
      properties: [{ name: '_anonymous_id', value: 'from-line' }],
    },
    { product_id: null, variant_id: null, quantity: 1, price: '20', properties: { odd: 'shape' } },
  ],
  refunds: [],
};

describe('an order of Shopify', () => {
  it('is read with its totals, lines after discounts and the visitor', () => {
    const { orderId, facts, refunds, deleted } = shopify.parse(shopifyOrder, 'orders/create');
    expect([orderId, refunds, deleted]).to.deep.equal(['820982911946154', [], false]);
    expect(facts).to.deep.equal({
      version: Date.UTC(2026, 2, 10, 13, 0, 1),
      currency: 'EUR',
      total: 11_990,
      lines: [
        { productId: '1', variantId: '10', quantity: 2, price: 5000, amount: 9490 },
        { productId: null, variantId: null, quantity: 1, price: 2000, amount: 2000 },
      ],
      test: false,
      cancelledAt: null,
      createdAt: new Date(Date.UTC(2026, 2, 10, 13)),
      refunds: [],
      attributes: { anonymous_id: 'visitor-1' },
      cartToken: 'c1',
      checkoutToken: 'k1',
    });
  });
  it('takes the visitor from a line where the cart’s attributes were lost', () => {
    const { facts } = shopify.parse({ ...shopifyOrder, note_attributes: [] }, 'orders/updated');
    expect(facts!.attributes).to.deep.equal({ anonymous_id: 'from-line' });
  });
  it('reads yen without decimals', () => {
    const yen = { ...shopifyOrder, currency: 'JPY', total_price: '12000', line_items: [] };
    expect(shopify.parse(yen, 'orders/create').facts!.total).to.equal(12_000);
  });
  it('reads a refund by its successful payments, else by what its items were worth', () => {
    const item = { subtotal: 44.9, total_tax: 8.53, line_item: { product_id: 1, variant_id: 10 } };
    const refund = { id: 5, order_id: 9, refund_line_items: [item] };
    const lines = [{ productId: '1', variantId: '10', amount: '44.900000' }];
    const paid = [
      { kind: 'refund', status: 'success', amount: '30.10' },
      { kind: 'refund', status: 'failure', amount: '20.00' },
      { kind: 'void', status: 'success', amount: '9.00' },
    ];
    expect(shopify.parse({ ...refund, transactions: paid }, 'refunds/create')).to.deep.equal({
      orderId: '9',
      refunds: [{ id: '5', amount: '30.1', lines }],
      deleted: false,
    });
    expect(shopify.parse(refund, 'refunds/create').refunds[0]!.amount).to.equal('53.43');
  });
  for (const [name, wrong] of [
    ['no total', { ...shopifyOrder, total_price: undefined }],
    ['an odd currency', { ...shopifyOrder, currency: 'euro' }],
    ['a total that is no amount', { ...shopifyOrder, total_price: '1e9' }],
    ['a date that is none', { ...shopifyOrder, created_at: 'yesterday' }],
    ['an amount beyond reason', { ...shopifyOrder, total_price: '9999999999999' }],
    ['a list', []],
  ] as const) {
    it(`is unreadable with ${name}`, () =>
      expect(() => shopify.parse(wrong, 'orders/create')).to.throw(UnreadableOrder));
  }
});

const wooOrder = {
  id: 727,
  status: 'processing',
  currency: 'USD',
  total: '29.35',
  date_created_gmt: '2026-03-10T12:00:00',
  date_modified_gmt: '2026-03-10T12:30:00',
  line_items: [{ product_id: 93, variation_id: 0, quantity: 2, price: 3.333333, total: '6.67' }],
  meta_data: [
    { id: 1, key: '_anonymous_id', value: 'visitor-1' },
    { id: 2, key: '_cart', value: { deep: 1 } },
  ],
  refunds: [{ id: 8, reason: '', total: '-9.35' }],
};

describe('an order of WooCommerce', () => {
  it('is read with UTC dates, refunds and the visitor of its meta data', () => {
    const { orderId, facts } = woocommerce.parse(wooOrder, 'order.created');
    expect(orderId).to.equal('727');
    expect(facts).to.deep.include({
      version: Date.UTC(2026, 2, 10, 12, 30),
      total: 2935,
      createdAt: new Date(Date.UTC(2026, 2, 10, 12)),
      cancelledAt: null,
      lines: [{ productId: '93', variantId: null, quantity: 2, price: 333, amount: 667 }],
      refunds: [{ id: '8', amount: '9.35', lines: [] }],
      attributes: { anonymous_id: 'visitor-1' },
    });
  });
  for (const [status, sold] of [
    ['processing', true],
    ['on-hold', true],
    ['completed', true],
    ['refunded', true],
    ['wholesale', true],
    ['pending', false],
    ['failed', false],
    ['cancelled', false],
    ['trash', false],
    ['checkout-draft', false],
  ] as const) {
    it(`${sold ? 'counts' : 'does not count'} while it is ${status}`, () => {
      const { facts } = woocommerce.parse({ ...wooOrder, status }, 'order.updated');
      expect(facts!.cancelledAt === null).to.equal(sold);
    });
  }
  it('is deleted by a body that has only its id, not by an order under that topic', () => {
    expect(woocommerce.parse({ id: 727 }, 'order.deleted')).to.deep.equal({
      orderId: '727',
      refunds: [],
      deleted: true,
    });
    expect(woocommerce.parse(wooOrder, 'order.deleted').deleted).to.equal(false);
  });
});

describe('an order of signed JSON', () => {
  const order = {
    orderId: 'A-1',
    currency: 'JPY',
    total: '5000',
    createdAt: '2026-03-10T12:00:00Z',
    lines: [{ productId: 'gid://shopify/Product/7', quantity: 2, price: 2000, discount: '500' }],
    attributes: { anonymous_id: 'visitor-1' },
    cartToken: 'c1',
    refunds: [{ id: 'r-1', amount: '1000' }],
  };
  it('is read as documented', () => {
    const { orderId, facts, refunds } = generic.parse(order, '');
    expect([orderId, refunds]).to.deep.equal(['A-1', [{ id: 'r-1', amount: '1000', lines: [] }]]);
    expect(facts).to.deep.include({
      total: 5000,
      lines: [{ productId: '7', variantId: null, quantity: 2, price: 2000, amount: 3500 }],
      attributes: { anonymous_id: 'visitor-1' },
      cartToken: 'c1',
    });
  });
  it('may be a refund alone', () =>
    expect(generic.parse({ orderId: 'A-1', refunds: order.refunds }, '')).not.to.have.property('facts'));
  for (const wrong of [
    { orderId: 'A-1' },
    { ...order, total: undefined },
    { ...order, orderId: 'a b' },
    null,
  ]) {
    it(`is refused as ${JSON.stringify(wrong)?.slice(0, 50)}`, () =>
      expect(() => generic.parse(wrong, '')).to.throw(UnreadableOrder));
  }
});
