import type { OrderModel } from '../orders/order-model.ts';
import type { OrderCounters, RevenueByCurrency } from './counters.ts';

/** Counts a day of a store from the tallies of its orders, without test orders and cancelled ones. */
export async function countOrders(
  orders: OrderModel,
  store: string,
  day: string,
): Promise<OrderCounters & { revenue: RevenueByCurrency }> {
  const [groups, converted] = await Promise.all([
    orders.aggregate<Group>([
      { $match: { store, day, 'tally.counted': true } },
      {
        $group: {
          _id: { currency: '$tally.currency', attributed: '$tally.attributed' },
          orders: { $sum: 1 },
          revenue: { $sum: '$tally.revenue' },
          strictRevenue: { $sum: '$tally.strictRevenue' },
        },
      },
    ]),
    orders.aggregate<{ sessions: number }>([
      { $match: { store, 'attribution.sessionDay': day, 'tally.counted': true } },
      { $group: { _id: '$attribution.sessionId' } },
      { $group: { _id: null, sessions: { $sum: 1 } } },
    ]),
  ]);
  const counted = { orders: 0, unattributedOrders: 0, convertedSessions: converted[0]?.sessions ?? 0 };
  const revenue: RevenueByCurrency = {};
  for (const group of groups) {
    if (!group._id.attributed) {
      counted.unattributedOrders += group.orders;
      continue;
    }
    counted.orders += group.orders;
    revenue[group._id.currency] = { revenue: group.revenue, strictRevenue: group.strictRevenue };
  }
  return { ...counted, revenue };
}

interface Group {
  _id: { currency: string; attributed: boolean };
  orders: number;
  revenue: number;
  strictRevenue: number;
}
