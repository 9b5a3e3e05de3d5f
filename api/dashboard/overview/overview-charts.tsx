import { listDays } from '../../../shared/credits/usage-days.ts';
import type { KpiFigures, Kpis } from '../../../shared/kpis/read-kpis.ts';
import type { KpiOverview } from '../../../shared/kpis/read-overview.ts';
import { LineChart } from '../../web/design/components/line-chart.tsx';
import { type Column, Table } from '../../web/design/components/table.tsx';
import { formatCount } from '../../web/design/format-count.ts';
import { formatShare } from '../format.ts';

/** Beyond these, the points are months. */
const maxDays = 92;

const lines = [
  { name: 'sessions', figure: 'sessions', color: 1 },
  { name: 'try-ons', figure: 'tryOnsCompleted', color: 2 },
] as const;

/** Sessions and try-ons over time. */
export function VisitChart({ days, range, length }: KpiOverview) {
  const isByDay = length <= maxDays;
  const toPoint = (day: string) => (isByDay ? day : day.slice(0, 7));
  const points = [...new Set(listDays(range).map(toPoint))];
  const unit = isByDay ? 'day' : 'month';
  return (
    <LineChart
      label={`Sessions and try-ons by ${unit}`}
      pointName={`${isByDay ? 'Day' : 'Month'} (UTC)`}
      points={isByDay ? points.map((day) => day.slice(5)) : points}
      series={lines.map(({ name, figure, color }) => {
        const sums = sumBy(days, figure, toPoint);
        return { name, color, values: points.map((point) => sums.get(point) ?? 0) };
      })}
      note={`By ${unit} (UTC).`}
    />
  );
}

function sumBy(
  days: Kpis['days'],
  figure: 'sessions' | 'tryOnsCompleted',
  toPoint: (day: string) => string,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const each of days) {
    const point = toPoint(each.day);
    sums.set(point, (sums.get(point) ?? 0) + each[figure]);
  }
  return sums;
}

interface Step {
  name: string;
  figure: 'sessions' | 'tryOnSessions' | 'shareSessions' | 'checkoutSessions' | 'convertedSessions';
}

const steps: readonly Step[] = [
  { name: 'Opened the try-on', figure: 'sessions' },
  { name: 'Tried a look on', figure: 'tryOnSessions' },
  { name: 'Shared a look', figure: 'shareSessions' },
  { name: 'Went to checkout', figure: 'checkoutSessions' },
  { name: 'Ordered', figure: 'convertedSessions' },
];

/** The way of a session to an order: of all sessions, how many took each step. */
export function Funnel({ total }: { total: KpiFigures }) {
  const all = total.sessions;
  const toShare = ({ figure }: Step) => (all === 0 ? 0 : Math.min(1, total[figure] / all));
  const columns: readonly Column<Step>[] = [
    {
      heading: 'Step',
      kind: 'tight',
      cell: (step) => (
        <>
          {step.name}
          <svg class="funnel-bar chart-1" width="100%" height="8" aria-hidden="true">
            <rect width={`${toShare(step) * 100}%`} height="8" rx="2" />
          </svg>
        </>
      ),
    },
    { heading: 'Sessions', kind: 'number', cell: ({ figure }) => formatCount(total[figure]) },
    {
      heading: 'Of all',
      kind: 'number',
      cell: (step) => (all === 0 ? '–' : formatShare(toShare(step))),
    },
  ];
  return <Table label="From session to order" columns={columns} rows={steps} />;
}
