import type { RevenueByCurrency } from '../../shared/kpis/counters.ts';
import { fromMinorUnits } from '../../shared/money.ts';
import { formatCount } from '../web/design/format-count.ts';

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });
const list = new Intl.ListFormat('en');

/** Formats a share of 1, such as `3.25%`. */
export const formatShare = (share: number): string => percent.format(share);

/** Formats minor units of a currency without losing a digit, such as `€1,840` and `€12.50`. */
export function formatMoney(units: number, currency: string): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  return format.format(fromMinorUnits(units, currency) as `${number}`);
}

/** Formats the revenue of each currency, the largest amounts first, such as `€1,840 and $300`. */
export function formatRevenue(byCurrency: RevenueByCurrency): string {
  return list.format(
    sortRevenue(byCurrency).map(([currency, { revenue }]) => formatMoney(revenue, currency)),
  );
}

/** Returns the currencies with their revenue, the most minor units first. */
export const sortRevenue = (byCurrency: RevenueByCurrency) =>
  Object.entries(byCurrency).sort(([, one], [, other]) => other.revenue - one.revenue);

/** Writes a number with its noun, such as `1 look` and `42 looks`. */
export const formatNoun = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
