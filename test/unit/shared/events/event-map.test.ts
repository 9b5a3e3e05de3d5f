import { expect } from 'chai';
import { type ParsedEvent, parseEvents } from '../../../../api/events/event-schema.ts';
import { eventMap, findEvent, forwardedName } from '../../../../shared/events/event-map.ts';

/** The specification's tables "Forwarded events" and "Look Shared variants", typed off by hand. */
const specification: [event: string, firesWhen: string, properties: string[]][] = [
  [
    'Service Session Started',
    'Once per browser tab session, when the experience loads and analytics bootstraps.',
    [],
  ],
  ['Service Session Engaged', 'Once per session, 10 seconds after load (shopper still present).', []],
  [
    'Service Try On Started',
    'Shopper starts try-on generation (photo plus at least one item).',
    ['selectedItemCount'],
  ],
  ['Service Try On Completed', 'Try-on succeeds and the result screen is shown.', ['selectedItemCount']],
  ['Service Try On Failed', 'Try-on fails or returns no generated image.', ['reason']],
  ['Service Added Item to Look', 'Shopper adds a product variant to the look.', ['productTitle']],
  ['Service User Photo Uploaded', 'Shopper uploads a photo from the device.', []],
  ['Service Model Photo Selected', 'Shopper picks a photo from the model library.', ['model_id']],
  [
    'Service Flow Step Completed',
    'With an active guided flow: shopper adds an item and advances.',
    ['flow_name', 'flow_id', 'flow_step_name'],
  ],
  [
    'Service Flow Step Skipped',
    'With an active guided flow: shopper skips a non-required step.',
    ['flow_name', 'flow_id', 'flow_step_name'],
  ],
  [
    'Service Flow Exited',
    'With an active guided flow: shopper leaves the flow.',
    ['flow_name', 'flow_id', 'flow_step_name'],
  ],
  [
    'Service Filter Selected',
    'Free-browse mode (no active flow): shopper selects a category in Filter & Sort.',
    ['filter_name', 'filter_scope'],
  ],
  [
    'Service Sort Selected',
    'Free-browse mode: shopper changes sort to something other than Featured.',
    ['sort_name'],
  ],
  [
    'Service Search Submitted',
    'Free-browse mode: shopper submits a catalog search with Enter.',
    ['query', 'result_count'],
  ],
  ['Service Try On Edited', 'Shopper edits the look from the result screen.', ['action']],
  [
    'Service Checkout Clicked',
    'Shopper taps checkout (or cart handoff in embed `cart` mode).',
    ['selectedItemCount', 'hasStorefrontToken', 'fromSharedLook', 'sharedLookShortId'],
  ],
  // storeSlug is a common property; the rest are those of both variants.
  [
    'Service Look Shared',
    'Shopper shares the result.',
    ['type', 'shortId', 'shareUrl', 'usedNativeShare', 'selectedItemCount'],
  ],
  ['Service Shared Look Opened', 'When this event is reported through the browser events API.', ['shortId']],
];

const link = {
  type: 'share_link',
  shortId: 'a1',
  shareUrl: 'https://s.example/?share=a1',
  selectedItemCount: 1,
  usedNativeShare: true,
};

const examples: Record<string, object> = {
  'Try On Started': { selectedItemCount: 2 },
  'Try On Failed': { reason: 'no_product_images' },
  'Sort Selected': { sort_name: 'price-low' },
  'Search Submitted': { query: 'green sofa', result_count: 0 },
  'Try On Edited': { action: 'swap' },
  'Checkout Clicked': {
    selectedItemCount: 1,
    hasStorefrontToken: false,
    fromSharedLook: true,
    sharedLookShortId: 'a1',
  },
  'Look Shared': link,
  'Shared Look Opened': {},
};

/** Without these the event means nothing. */
const rejected: [name: string, properties: object, field: string][] = [
  ['Try On Edited', { action: 'explode' }, 'properties.action'],
  ['Try On Edited', {}, 'properties.action'],
  ['Look Shared', { selectedItemCount: 1 }, 'properties.type'],
  ['Look Shared', { ...link, shortId: undefined }, 'properties.shortId'],
  ['Look Shared', { ...link, selectedItemCount: undefined }, 'properties.selectedItemCount'],
  ['Look Shared', { ...link, usedNativeShare: undefined }, 'properties.usedNativeShare'],
  ['Look Shared', { ...link, shareUrl: 'javascript:alert(1)' }, 'properties.shareUrl'],
  ['Look Shared', { ...link, shareUrl: undefined }, 'properties.shareUrl'],
];

/** Longer than an id may be, as some storefronts send it with parameters. */
const longGid = `gid://shopify/ProductVariant/4100?${'x'.repeat(60)}`;

/** What the specification leaves open is read as far as it can be. */
const read: [name: string, sent: object, properties: object, dropped: number][] = [
  ['Try On Started', { selectedItemCount: ' 2 ' }, { selectedItemCount: 2 }, 0],
  ['Try On Started', { selectedItemCount: 2.4 }, { selectedItemCount: 2 }, 0],
  ['Try On Started', { selectedItemCount: 'two' }, {}, 1],
  ['Try On Started', { selectedItemCount: -1 }, {}, 1],
  ['Try On Started', { colour: 'red', reason: 'x' }, {}, 2],
  [
    'Try On Started',
    { productIds: 41, variantIds: ['1', {}, ' 2 '] },
    { productIds: ['41'], variantIds: ['1', '2'] },
    0,
  ],
  ['Try On Started', { productIds: Array(60).fill('1') }, { productIds: Array(20).fill('1') }, 0],
  [
    'Try On Started',
    { productIds: ['x'.repeat(200), 'x'.repeat(201)] },
    { productIds: ['x'.repeat(200)] },
    0,
  ],
  ['Try On Started', { variantIds: [longGid] }, { variantIds: ['4100'] }, 0],
  ['Try On Failed', { reason: null }, {}, 0],
  ['Try On Failed', { reason: 404 }, { reason: '404' }, 0],
  ['Try On Failed', { reason: { why: 'x' } }, {}, 1],
  ['Flow Exited', { flow_id: 7, flow_name: 'a\u0000b' }, { flow_id: '7', flow_name: 'a b' }, 0],
  ['Added Item to Look', { productTitle: '🛋'.repeat(600) }, { productTitle: '🛋'.repeat(500) }, 0],
  ['Try On Edited', { action: ' Swap ' }, { action: 'swap' }, 0],
  [
    'Checkout Clicked',
    { hasStorefrontToken: 'true', fromSharedLook: 0 },
    { hasStorefrontToken: true, fromSharedLook: false },
    0,
  ],
  ['Checkout Clicked', { sharedLookShortId: null }, {}, 0],
  ['Checkout Clicked', { sharedLookShortId: '' }, {}, 1],
  ['Shared Look Opened', { shortId: null }, {}, 0],
  [
    'Look Shared',
    { type: 'share_image', shareUrl: 'https://s.example/', usedNativeShare: false },
    { type: 'share_image' },
    2,
  ],
  ['Look Shared', { ...link, usedNativeShare: 'false' }, { ...link, usedNativeShare: false }, 0],
];

function parse(name: string, properties: object) {
  const [parsed] = parseEvents({ store: 'acme', event: name, anonymousId: 'v', properties });
  return parsed!;
}

const getProperties = (parsed: ParsedEvent) =>
  'event' in parsed ? [parsed.event.properties, parsed.droppedFields] : parsed.rejected.message;

describe('the event map', () => {
  it('has exactly the 18 events of the specification', () => {
    expect(eventMap.map((rule) => forwardedName(rule.name))).to.deep.equal(
      specification.map(([name]) => name),
    );
  });
  for (const [name, firesWhen, properties] of specification) {
    it(`has ${name} as the specification has it, found with and without the prefix`, () => {
      const rule = findEvent(name)!;
      expect(rule.firesWhen).to.equal(firesWhen);
      expect(Object.keys(rule.properties).sort()).to.deep.equal([...properties].sort());
      expect(findEvent(name.slice('Service '.length))).to.equal(rule);
    });
  }
  for (const [name, properties] of Object.entries(examples)) {
    it(`accepts ${name} with ${JSON.stringify(properties)}`, () => {
      expect(getProperties(parse(name, properties))).to.deep.equal([properties, 0]);
    });
  }
  for (const [name, properties, field] of rejected) {
    it(`rejects ${name} with ${JSON.stringify(properties)}`, () => {
      const parsed = parse(name, properties);
      expect('rejected' in parsed && parsed.rejected.detail.field).to.equal(field);
    });
  }
  for (const [name, sent, properties, droppedFields] of read) {
    it(`reads ${name} with ${JSON.stringify(sent).slice(0, 60)}`, () => {
      expect(getProperties(parse(name, sent))).to.deep.equal([properties, droppedFields]);
    });
  }
  it('has an example of each property that is read unchanged', () => {
    for (const { name, properties } of eventMap) {
      for (const [property, { example, read: readValue }] of Object.entries(properties)) {
        expect(readValue(example), `${name}.${property}`).to.equal(example);
      }
    }
  });
  for (const name of [
    'Order Attributed',
    'Dashboard Opened',
    'service session started',
    'Service ',
    '',
    '__proto__',
    'constructor',
    'Service Service Session Started',
  ]) {
    it(`has no event "${name}"`, () => expect(findEvent(name)).to.equal(undefined));
  }
});
