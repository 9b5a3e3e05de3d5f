import type { KpiFigures } from '../../../shared/kpis/read-kpis.ts';
import type { KpiOverview } from '../../../shared/kpis/read-overview.ts';
import { type Change, Stat, Stats } from '../../web/design/components/card.tsx';
import { formatCount } from '../../web/design/format-count.ts';
import { formatMoney, formatNoun, formatRevenue, formatShare, sortRevenue } from '../format.ts';

/** The result of the try-on, in one sentence. */
export function Summary({ total, length }: KpiOverview) {
  return <p class="verdict">{summarize(total, length)}</p>;
}

function summarize({ orders, revenue, tryOnsCompleted, sessions }: KpiFigures, days: number): string {
  const time = formatNoun(days, 'day');
  if (orders > 0) return `${formatNoun(orders, 'look')} led to ${formatRevenue(revenue)} in ${time}.`;
  if (sessions === 0) return `No shopper has opened the try-on in ${time}.`;
  return `${formatNoun(sessions, 'session')} with ${formatNoun(tryOnsCompleted, 'try-on')} in ${time}, and no order from them yet.`;
}

/** The figures of a range, each against the range before it. */
export function OverviewStats(overview: KpiOverview) {
  const { total, before, length } = overview;
  const earlier = `the ${length === 1 ? 'day' : `${formatCount(length)} days`} before`;
  const compare = (now: number, then: number, format = formatCount) =>
    compareFigures(now, then, earlier, format);
  return (
    <Stats label="Figures">
      <Stat
        label="Sessions"
        value={formatCount(total.sessions)}
        about="Tab visits in which the try-on was opened, without bots"
        {...compare(total.sessions, before.sessions)}
      />
      <Stat
        label="Engaged"
        value={formatCount(total.engaged)}
        about="Sessions whose shopper stayed for 10 seconds"
        {...compare(total.engaged, before.engaged)}
      />
      <Stat
        label="Conversion"
        value={total.conversion === null ? '–' : formatShare(total.conversion)}
        about="Sessions that led to an attributed order, of all sessions"
        {...compare(total.conversion ?? 0, before.conversion ?? 0, formatShare)}
      />
      {sortRevenue({ ...zeroRevenue(before), ...total.revenue }).map(([currency, { revenue }]) => (
        <Stat
          key={currency}
          label={`Revenue, ${currency}`}
          value={formatMoney(revenue, currency)}
          about="Of attributed orders, less refunds"
          {...compare(revenue, before.revenue[currency]?.revenue ?? 0, (units) =>
            formatMoney(units, currency),
          )}
        />
      ))}
      <Stat
        label="Orders"
        value={formatCount(total.orders)}
        about="Orders that are attributed to a look"
        {...compare(total.orders, before.orders)}
      />
      <Stat
        label="Orders without a look"
        value={formatCount(total.unattributedOrders)}
        about="Orders of the shop that no visitor of the try-on placed"
        {...compare(total.unattributedOrders, before.unattributedOrders)}
      />
    </Stats>
  );
}

/** A currency without revenue now is shown against what it had. */
const zeroRevenue = ({ revenue }: KpiFigures) =>
  Object.fromEntries(Object.keys(revenue).map((currency) => [currency, { revenue: 0, strictRevenue: 0 }]));

function compareFigures(
  now: number,
  then: number,
  earlier: string,
  format: (value: number) => string,
): { change: Change } | { note: string } {
  if (now === then) return { note: `As in ${earlier}` };
  const [direction, effect] = now > then ? (['up', 'better'] as const) : (['down', 'worse'] as const);
  return { change: { text: `${format(then)} in ${earlier}`, direction, effect } };
}
