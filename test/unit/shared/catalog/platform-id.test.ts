import { expect } from 'chai';
import { parseEvents } from '../../../../api/events/event-schema.ts';
import { parseVisualizeRequest } from '../../../../api/visualize/request-schema.ts';
import { readRecord } from '../../../../shared/catalog/import/product-record.ts';
import { readPlatformId } from '../../../../shared/catalog/platform-id.ts';
import { orderAdapters } from '../../../../shared/orders/adapters/adapters.ts';

const day = '2026-01-31T09:00:00Z';

/** Every place that reads a product id; what they read has to be equal, because it is compared. */
const readers: Record<string, (id: unknown) => unknown> = {
  'a catalog import': (productId) =>
    readRecord({ productId, handle: 'sofa', variants: [], images: [] }).productId,
  'an event': (id) => {
    const properties = { productIds: [id] };
    const [parsed] = parseEvents({ store: 'acme', event: 'Session Started', anonymousId: 'v', properties });
    if (!parsed || !('event' in parsed)) throw new Error('rejected');
    return (parsed.event.properties.productIds as unknown[])[0];
  },
  'a generic order': (productId) => firstLine('generic', { lines: [{ productId, quantity: 1, price: '1' }] }),
  'a Shopify order': (product_id) =>
    firstLine('shopify', { line_items: [{ product_id, quantity: 1, price: '1' }] }),
  'a WooCommerce order': (product_id) =>
    firstLine('woocommerce', { line_items: [{ product_id, quantity: 1, total: '1' }] }),
  'a render request': (productId) => {
    const image = 'https://shop.example/a.jpg';
    const body = { sceneImage: image, products: [{ productId, images: [image] }] };
    return parseVisualizeRequest(body, new Set()).products[0]!.productId;
  },
};

function firstLine(platform: keyof typeof orderAdapters, lines: object): unknown {
  const common = { id: 7, orderId: '7', currency: 'EUR', status: 'processing' };
  const sums = { total: '1.00', total_price: '1.00' };
  const dates = { createdAt: day, created_at: day, date_created_gmt: day };
  const body = { ...common, ...sums, ...dates, ...lines };
  return orderAdapters[platform].parse(body, platform === 'shopify' ? 'orders/create' : 'order.created').facts
    ?.lines[0]?.productId;
}

describe('platform ids', () => {
  for (const [written, id] of [
    ['42', '42'],
    [42, '42'],
    [' 42 ', '42'],
    ['\t42\n', '42'],
    ['sku-7', 'sku-7'],
    ['gid://shopify/Product/123', '123'],
    [' gid://shopify/ProductVariant/123 ', '123'],
    ['gid://shopify/Product/123?key=1', '123'],
    ['gid://shopify/Product/123abc', 'gid://shopify/Product/123abc'],
    ['gid://shopify/Product/', 'gid://shopify/Product/'],
    ['x gid://shopify/Product/123', 'x gid://shopify/Product/123'],
    ['a'.repeat(200), 'a'.repeat(200)],
  ] as const) {
    for (const [place, read] of Object.entries(readers)) {
      it(`reads ${JSON.stringify(written).slice(0, 40)} of ${place} as ${id.slice(0, 40)}`, () => {
        expect(read(written)).to.equal(id);
      });
    }
  }

  for (const value of [
    '',
    '   ',
    'a'.repeat(201),
    -1,
    1.5,
    Number.MAX_SAFE_INTEGER + 1,
    true,
    {},
    [],
    null,
  ]) {
    it(`does not read ${JSON.stringify(value).slice(0, 20)} as an id`, () => {
      expect(readPlatformId(value)).to.equal(undefined);
    });
  }

  for (const blank of ['', '  ', null]) {
    it(`reads ${JSON.stringify(blank)} of an order as no id, and keeps the order`, () => {
      expect(readers['a generic order']!(blank)).to.equal(null);
      expect(readers['a WooCommerce order']!(blank)).to.equal(null);
    });
  }
});
