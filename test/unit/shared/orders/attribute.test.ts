import { expect } from 'chai';
import { attribute, type Touch } from '../../../../shared/orders/attribute.ts';
import type { OrderIdentity } from '../../../../shared/orders/merge-order.ts';

const placedAt = new Date('2026-03-10T12:00:00.000Z');
const hour = 3_600_000;

function touch(hoursBefore: number, more: Partial<Touch> = {}): Touch {
  const at = new Date(placedAt.getTime() - hoursBefore * hour);
  const base = { anonymousId: 'v', sessionId: 's-1', event: 'Try On Started', bot: false };
  return { ...base, at, productIds: [], variantIds: [], ...more };
}
const named: OrderIdentity = { anonymousId: 'v', cartToken: null, checkoutToken: null };
const carted: OrderIdentity = { anonymousId: null, cartToken: 'c1?key=k', checkoutToken: null };
const click = { event: 'Checkout Clicked', cartToken: 'c1' };

interface Row {
  case: string;
  identity?: OrderIdentity;
  touches: Touch[];
  expected: [by: string, sessionId: string | null, sessionDay: string | null] | undefined;
}

const start = { event: 'Session Started' };
const table: Row[] = [
  {
    case: 'the last session of the named visitor',
    touches: [
      touch(50, start),
      touch(5, { sessionId: 's-2', ...start }),
      touch(4, { sessionId: 's-2' }),
      touch(49),
    ],
    expected: ['anonymous_id', 's-2', '2026-03-10'],
  },
  {
    case: 'the session’s first day when it went past midnight',
    touches: [touch(13, start), touch(11)],
    expected: ['anonymous_id', 's-1', '2026-03-09'],
  },
  {
    case: 'no day for a session whose beginning was not seen',
    touches: [touch(1)],
    expected: ['anonymous_id', 's-1', null],
  },
  {
    case: 'exactly 7 days before',
    touches: [touch(7 * 24, start)],
    expected: ['anonymous_id', 's-1', '2026-03-03'],
  },
  { case: 'nobody who came more than 7 days before', touches: [touch(7 * 24 + 0.001)], expected: undefined },
  { case: 'nobody who came after the order only', touches: [touch(-1)], expected: undefined },
  {
    case: 'a visit that a slow clock of the shop puts 30 s after the order',
    touches: [touch(-30 / 3600)],
    expected: ['anonymous_id', 's-1', null],
  },
  { case: 'no bot', touches: [touch(1, { bot: true })], expected: undefined },
  { case: 'no other visitor', touches: [touch(1, { anonymousId: 'w' })], expected: undefined },
  {
    case: 'the last session before events that came without one',
    touches: [touch(3), touch(1, { sessionId: null })],
    expected: ['anonymous_id', 's-1', null],
  },
  {
    case: 'a visitor without any session',
    touches: [touch(1, { sessionId: null })],
    expected: ['anonymous_id', null, null],
  },
  {
    case: 'the checkout click with the cart, whatever its storefront key, and not the visitor’s later session',
    identity: carted,
    touches: [touch(3, start), touch(2, click), touch(1, { sessionId: 's-2' })],
    expected: ['cart_token', 's-1', '2026-03-10'],
  },
  {
    case: 'the checkout click with the checkout token',
    identity: { anonymousId: null, cartToken: null, checkoutToken: 'c1' },
    touches: [touch(2, click)],
    expected: ['cart_token', 's-1', null],
  },
  {
    case: 'the named visitor before the cart of another',
    identity: { ...named, cartToken: 'c1' },
    touches: [touch(2), touch(1, { ...click, anonymousId: 'w', sessionId: 's-9' })],
    expected: ['anonymous_id', 's-1', null],
  },
  {
    case: 'the cart when the named visitor was never here',
    identity: { anonymousId: 'unknown', cartToken: 'c1', checkoutToken: null },
    touches: [touch(1, { ...click, anonymousId: 'w', sessionId: 's-9' })],
    expected: ['cart_token', 's-9', null],
  },
  {
    case: 'no cart click that is too old',
    identity: carted,
    touches: [touch(8 * 24, click)],
    expected: undefined,
  },
  {
    case: 'no cart of a bot',
    identity: carted,
    touches: [touch(1, { ...click, bot: true })],
    expected: undefined,
  },
  {
    case: 'nobody for an order without id and cart',
    identity: { anonymousId: null, cartToken: null, checkoutToken: null },
    touches: [touch(1), touch(1, { ...click })],
    expected: undefined,
  },
];

describe('the attribution of an order', () => {
  for (const row of table) {
    it(`credits ${row.case}`, () => {
      const order = { placedAt, identity: row.identity ?? named, lines: [] };
      for (const touches of [row.touches, row.touches.toReversed()]) {
        const found = attribute(order, touches);
        expect(found && [found.by, found.sessionId, found.sessionDay]).to.deep.equal(row.expected);
      }
    });
  }

  it('lists which of the order’s items were in the look, over all the visitor’s sessions of the week', () => {
    const lines = [
      { productId: '1', variantId: '10' },
      { productId: '2', variantId: '20' },
      { productId: '3', variantId: null },
      { productId: null, variantId: null },
    ];
    const touches = [
      touch(100, { sessionId: 's-0', productIds: ['1', '7'] }),
      touch(1, { variantIds: ['20', '70'] }),
      touch(1, { anonymousId: 'w', productIds: ['3'] }),
      touch(9 * 24, { productIds: ['3'] }),
    ];
    const found = attribute({ placedAt, identity: named, lines }, touches);
    expect(found).to.deep.include({ productIds: ['1'], variantIds: ['20'] });
  });
});
