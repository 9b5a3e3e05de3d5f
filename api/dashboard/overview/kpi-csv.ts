import { kpiNames } from '../../../shared/kpis/counters.ts';
import type { KpiFigures, Kpis } from '../../../shared/kpis/read-kpis.ts';
import { fromMinorUnits } from '../../../shared/money.ts';

/**
 * Writes the figures of each day as CSV (RFC 4180), with two columns for each currency: all revenue, and that of items
 * that were in the visitor's look. Days, numbers and currency codes need no quotes.
 */
export function toKpiCsv({ days, total }: Pick<Kpis, 'days' | 'total'>): string {
  const currencies = Object.keys(total.revenue).sort();
  const amounts = currencies.flatMap((currency) => [`revenue_${currency}`, `lookRevenue_${currency}`]);
  const head = ['day', ...kpiNames, 'conversion', ...amounts];
  const rows = days.map(({ day, ...figures }) => [day, ...toCells(figures, currencies)]);
  return [head, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function toCells(figures: KpiFigures, currencies: readonly string[]): (string | number)[] {
  return [
    ...kpiNames.map((name) => figures[name]),
    figures.conversion ?? '',
    ...currencies.flatMap((currency) => {
      const { revenue = 0, strictRevenue = 0 } = figures.revenue[currency] ?? {};
      return [revenue, strictRevenue].map((units) => fromMinorUnits(units, currency));
    }),
  ];
}
