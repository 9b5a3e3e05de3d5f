/** What a day of a store counts; bots are in none of it. Orders are not events of the browser. */
export interface KpiCounters {
  /** Distinct session ids with `Session Started`. */
  sessions: number;
  /** Distinct session ids with `Session Engaged`. */
  engaged: number;
  tryOnsStarted: number;
  tryOnsCompleted: number;
  tryOnsFailed: number;
  itemsAdded: number;
  shares: number;
  /** Every one, whether it was forwarded or not. */
  sharedLookOpens: number;
  checkoutClicks: number;
}

interface KpiRule {
  event: string;
  /** What is counted once: each event, or each session it happened in. */
  per: 'event' | 'session';
}

export const kpiRules: Record<keyof KpiCounters, KpiRule> = {
  sessions: { event: 'Session Started', per: 'session' },
  engaged: { event: 'Session Engaged', per: 'session' },
  tryOnsStarted: { event: 'Try On Started', per: 'event' },
  tryOnsCompleted: { event: 'Try On Completed', per: 'event' },
  tryOnsFailed: { event: 'Try On Failed', per: 'event' },
  itemsAdded: { event: 'Added Item to Look', per: 'event' },
  shares: { event: 'Look Shared', per: 'event' },
  sharedLookOpens: { event: 'Shared Look Opened', per: 'event' },
  checkoutClicks: { event: 'Checkout Clicked', per: 'event' },
};

export const kpiNames = Object.keys(kpiRules) as (keyof KpiCounters)[];

export function noKpis(): KpiCounters {
  return Object.fromEntries(kpiNames.map((name) => [name, 0])) as unknown as KpiCounters;
}
