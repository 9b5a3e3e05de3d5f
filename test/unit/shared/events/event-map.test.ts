import { expect } from 'chai';
import Joi from 'joi';
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
  'Look Shared': {
    type: 'share_link',
    shortId: 'a1',
    shareUrl: 'https://s.example/?share=a1',
    selectedItemCount: 1,
    usedNativeShare: true,
  },
  'Shared Look Opened': {},
};

const refused: [name: string, properties: object][] = [
  ['Try On Started', { selectedItemCount: 'two' }],
  ['Try On Edited', { action: 'explode' }],
  ['Try On Edited', {}],
  ['Look Shared', { selectedItemCount: 1 }],
  ['Look Shared', { type: 'share_image', shareUrl: 'https://s.example/' }],
  ['Look Shared', { type: 'share_image', usedNativeShare: false }],
  ['Search Submitted', { query: 'x'.repeat(501) }],
];

const check = (name: string, properties: object) =>
  Joi.object(findEvent(name)!.properties).validate(properties, { convert: false }).error;

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
    it(`accepts ${name} with ${JSON.stringify(properties)}`, () =>
      expect(check(name, properties)).to.equal(undefined));
  }
  for (const [name, properties] of refused) {
    it(`refuses ${name} with ${JSON.stringify(properties).slice(0, 60)}`, () =>
      expect(check(name, properties)).to.be.instanceOf(Error));
  }
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
