import { expect } from 'chai';
import type { Attribution } from '../../../../shared/orders/attribute.ts';
import { mergeOrder, type OrderState } from '../../../../shared/orders/merge-order.ts';
import type { OrderFacts, OrderUpdate, Refund } from '../../../../shared/orders/order-update.ts';
import { tallyOrder } from '../../../../shared/orders/tally.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 12, minute));
const line = (productId: string, amount: number) => ({
  productId,
  variantId: `${productId}0`,
  quantity: 1,
  price: amount,
  amount,
});

function facts(minute: number, more: Partial<OrderFacts> = {}): OrderUpdate {
  return {
    orderId: '1',
    refunds: [],
    deleted: false,
    facts: {
      version: at(minute).getTime(),
      currency: 'EUR',
      total: 10_000,
      lines: [line('1', 6000), line('2', 3000)],
      test: false,
      cancelledAt: null,
      createdAt: at(0),
      refunds: [],
      attributes: {},
      cartToken: null,
      checkoutToken: null,
      ...more,
    },
  };
}
const refund = (id: string, amount: string, lines: Refund['lines'] = []): OrderUpdate => ({
  orderId: '1',
  refunds: [{ id, amount, lines }],
  deleted: false,
});
const deletion: OrderUpdate = { orderId: '1', refunds: [], deleted: true };
const look: Attribution = {
  ...{ by: 'anonymous_id', anonymousId: 'v', sessionId: 's', sessionDay: null, at: at(0) },
  ...{ productIds: ['1'], variantIds: [] },
};

function merge(...updates: [OrderUpdate, minute: number][]): OrderState {
  let state: OrderState | undefined;
  for (const [update, minute] of updates) state = mergeOrder(state, update, at(minute));
  return state!;
}

function permutations<Item>(items: Item[]): Item[][] {
  if (items.length < 2) return [items];
  return items.flatMap((first, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [first, ...rest]),
  );
}

describe('the webhooks of an order', () => {
  it('lead to the same order in any order of arrival, duplicates included', () => {
    const named = { attributes: { anonymous_id: 'v' } };
    const all: [OrderUpdate, number][] = [
      [facts(0, { ...named, cartToken: 'c' }), 1],
      [facts(5, { total: 12_000, cartToken: 'd' }), 2],
      [facts(5, { cancelledAt: at(5) }), 3],
      [refund('r-1', '10'), 4],
      [refund('r-1', '12.5'), 5],
    ];
    const expected = merge(...all);
    expect(expected.facts).to.include({ version: at(5).getTime() });
    expect(expected.facts!.cancelledAt).to.deep.equal(at(5));
    expect(expected.identity).to.include({ anonymousId: 'v', cartToken: 'c' });
    expect(expected.refunds).to.deep.equal([{ id: 'r-1', amount: '12.5', lines: [] }]);
    for (const order of permutations(all)) {
      expect(merge(...order, ...order)).to.deep.equal(expected);
    }
  });

  it('do not count while only a refund has arrived', () => {
    const state = merge([refund('r', '10'), 1]);
    expect(tallyOrder(state, undefined)).to.equal(undefined);
    expect(tallyOrder(merge([refund('r', '10'), 1], [facts(0), 2]), undefined)).to.include({
      counted: true,
      revenue: 9000,
    });
  });

  const tallies: [
    name: string,
    updates: OrderUpdate[],
    revenue: number,
    strict: number,
    counted?: boolean,
  ][] = [
    ['an order', [facts(0)], 10_000, 6000],
    ['a refund without lines', [facts(0), refund('r', '25.00')], 7500, 6000],
    ['a refund that leaves less than the look', [facts(0), refund('r', '70')], 3000, 3000],
    [
      'a refund of a look item',
      [facts(0), refund('r', '60', [{ productId: '1', variantId: '10', amount: '60' }])],
      4000,
      0,
    ],
    [
      'a refund of another item',
      [facts(0), refund('r', '30', [{ productId: '2', variantId: '20', amount: '30' }])],
      7000,
      6000,
    ],
    [
      'the same refund in its own webhook and in the order',
      [facts(0, { refunds: [{ id: 'r', amount: '10', lines: [] }] }), refund('r', '10')],
      9000,
      6000,
    ],
    ['refunds of more than the order', [facts(0), refund('a', '90'), refund('b', '90')], 0, 0],
    ['a test order', [facts(0, { test: true })], 0, 0, false],
    ['a cancelled order', [facts(0, { cancelledAt: at(1) })], 0, 0, false],
    ['a deleted order', [facts(0), deletion], 0, 0, false],
    ['an order that came back after its deletion', [facts(0), deletion, facts(40)], 10_000, 6000],
    ['yen', [facts(0, { currency: 'JPY' }), refund('r', '2500.00')], 7500, 6000],
  ];
  for (const [name, updates, revenue, strictRevenue, counted = true] of tallies) {
    it(`add up to ${revenue} and ${strictRevenue} strict for ${name}`, () => {
      const state = merge(...updates.map((update): [OrderUpdate, number] => [update, 30]));
      expect(tallyOrder(state, look)).to.include({ revenue, strictRevenue, counted, attributed: true });
    });
  }
});
