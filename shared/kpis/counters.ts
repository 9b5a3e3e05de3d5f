/** Daily counters of a store from the events of browsers, without bots. */
interface EventCounters {
  /** Distinct session ids with `Session Started`. */
  sessions: number;
  /** Distinct session ids with `Session Engaged`. */
  engaged: number;
  tryOnsStarted: number;
  tryOnsCompleted: number;
  tryOnsFailed: number;
  itemsAdded: number;
  shares: number;
  /** All of them, forwarded or not. */
  sharedLookOpens: number;
  checkoutClicks: number;
  /** Distinct session ids with `Try On Completed`, with `Look Shared`, and with `Checkout Clicked`. */
  tryOnSessions: number;
  shareSessions: number;
  checkoutSessions: number;
}

/** Daily counters from orders, without test orders and cancelled ones. */
export interface OrderCounters {
  /** Attributed orders placed on that day. */
  orders: number;
  /** Orders placed on that day without an attribution. */
  unattributedOrders: number;
  /** Sessions that began on that day and led to an attributed order, on whichever day. */
  convertedSessions: number;
}

export type KpiCounters = EventCounters & OrderCounters;

/** Minor units of one currency, over the attributed orders of a day, less refunds. */
export interface Revenue {
  revenue: number;
  /** Only items that were in the visitor's look. */
  strictRevenue: number;
}

export type RevenueByCurrency = Record<string, Revenue>;

interface KpiRule {
  event: string;
  /** The unit that is counted: each event, or each session with such an event. */
  per: 'event' | 'session';
}

export const kpiRules: Record<keyof EventCounters, KpiRule> = {
  sessions: { event: 'Session Started', per: 'session' },
  engaged: { event: 'Session Engaged', per: 'session' },
  tryOnsStarted: { event: 'Try On Started', per: 'event' },
  tryOnsCompleted: { event: 'Try On Completed', per: 'event' },
  tryOnsFailed: { event: 'Try On Failed', per: 'event' },
  itemsAdded: { event: 'Added Item to Look', per: 'event' },
  shares: { event: 'Look Shared', per: 'event' },
  sharedLookOpens: { event: 'Shared Look Opened', per: 'event' },
  checkoutClicks: { event: 'Checkout Clicked', per: 'event' },
  tryOnSessions: { event: 'Try On Completed', per: 'session' },
  shareSessions: { event: 'Look Shared', per: 'session' },
  checkoutSessions: { event: 'Checkout Clicked', per: 'session' },
};

export const eventKpiNames = Object.keys(kpiRules) as (keyof EventCounters)[];

export const kpiNames: readonly (keyof KpiCounters)[] = [
  ...eventKpiNames,
  'orders',
  'unattributedOrders',
  'convertedSessions',
];

export function noKpis(): KpiCounters {
  return Object.fromEntries(kpiNames.map((name) => [name, 0])) as unknown as KpiCounters;
}

/** Adds the revenue of each currency to a total. */
export function addRevenue(total: RevenueByCurrency, more: RevenueByCurrency): void {
  for (const [currency, { revenue, strictRevenue }] of Object.entries(more)) {
    const before = total[currency] ?? { revenue: 0, strictRevenue: 0 };
    total[currency] = {
      revenue: before.revenue + revenue,
      strictRevenue: before.strictRevenue + strictRevenue,
    };
  }
}
