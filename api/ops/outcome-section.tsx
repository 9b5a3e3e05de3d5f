import { RoomSection } from '../html/room-page.tsx';
import { BarChart } from '../web/design/components/bar-chart.tsx';
import { Status, type Tone } from '../web/design/components/status.tsx';
import { type Column, Table } from '../web/design/components/table.tsx';
import { formatCount } from '../web/design/format-count.ts';
import { formatClock, formatRate } from './format.ts';
import { type HourOutcomes, type OutcomeSum, sumOutcomes } from './outcomes.ts';

interface Level {
  /** Up to this error rate. */
  upTo: number;
  text: string;
  tone: Tone;
}

const levels: Level[] = [
  { upTo: 0.02, text: 'Yes', tone: 'success' },
  { upTo: 0.2, text: 'Mostly', tone: 'warning' },
  { upTo: 1, text: 'No', tone: 'danger' },
];

type Hours = readonly HourOutcomes[];

/** Outcomes of live renders: the last two hours in words, and the last day by hour. */
export const OutcomeSection = ({ hours }: { hours: Hours | undefined }) => (
  <RoomSection id="outcomes" title="Are customers getting images?">
    {hours ? (
      <>
        <Verdict hours={hours} />
        <OutcomeChart hours={hours} />
      </>
    ) : (
      <p class="soft">The outcomes of renders could not be read.</p>
    )}
  </RoomSection>
);

function Verdict({ hours }: { hours: Hours }) {
  const recent = hours.slice(-2);
  const since = `${formatClock(recent[0]!.hour)} UTC`;
  const sum = sumOutcomes(recent);
  const { errorRate } = sum;
  const level = errorRate === undefined ? undefined : levels.find(({ upTo }) => errorRate <= upTo)!;
  return (
    <p class="verdict">
      <Status tone={level?.tone ?? 'neutral'}>
        <b>{level?.text ?? 'Unknown'}</b>{' '}
        {level ? `${describeSum(sum)} since ${since}.` : `No render of a live key has ended since ${since}.`}
      </Status>
    </p>
  );
}

function describeSum({ succeeded, failed }: OutcomeSum): string {
  const ended = succeeded + failed;
  if (failed === 0) return ended === 1 ? '1 render succeeded' : `All ${formatCount(ended)} renders succeeded`;
  return `${formatCount(succeeded)} of ${formatCount(ended)} renders succeeded`;
}

const OutcomeChart = ({ hours }: { hours: Hours }) => (
  <BarChart
    label={`Succeeded and failed renders of each of the last ${hours.length} hours`}
    pointName="Hour (UTC)"
    points={hours.map(({ hour }) => formatClock(hour))}
    series={[
      { name: 'failed', color: 'danger', values: hours.map(({ failed }) => failed) },
      { name: 'succeeded', color: 'success', values: hours.map(({ succeeded }) => succeeded) },
    ]}
    note="Renders of live keys, by hour (UTC)."
    table={<Table label="Outcomes by hour" columns={columns} rows={[...hours].reverse()} />}
  />
);

const columns: readonly Column<HourOutcomes>[] = [
  { heading: 'Hour (UTC)', cell: ({ hour }) => formatClock(hour) },
  { heading: 'Succeeded', kind: 'number', cell: ({ succeeded }) => formatCount(succeeded) },
  { heading: 'Failed', kind: 'number', cell: ({ failed }) => formatCount(failed) },
  { heading: 'Cancelled', kind: 'number', cell: ({ cancelled }) => formatCount(cancelled) },
  {
    heading: 'Error rate',
    kind: 'number',
    cell: (hour) => {
      const { errorRate } = sumOutcomes([hour]);
      return errorRate === undefined ? '–' : formatRate(errorRate);
    },
  },
];
