import type { ProviderDay } from '../../shared/metrics/provider-tally.ts';
import { RoomSection } from '../html/room-page.tsx';
import { type Column, Table } from '../web/design/components/table.tsx';

/** Outcomes of tries, with the headings of their columns. */
const outcomes = {
  ok: 'Images',
  rejected: 'Rejected',
  failed: 'Failed',
  unavailable: 'Unavailable',
  aborted: 'Aborted',
  skipped: 'Skipped',
};

const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });

/** Today's tries of each render provider by the whole fleet; nothing before the first one. */
export function ProviderSection({ days }: { days: readonly ProviderDay[] | undefined }) {
  if (!days || days.length === 0) return null;
  return (
    <RoomSection id="providers" title="Render providers today (UTC)">
      <Table label="Render providers today" columns={columns} rows={days} />
    </RoomSection>
  );
}

const columns: readonly Column<ProviderDay>[] = [
  { heading: 'Provider', cell: ({ provider }) => provider },
  ...Object.entries(outcomes).map(([name, heading]) => ({
    heading,
    kind: 'number' as const,
    cell: ({ outcomes: counts }: ProviderDay) => counts[name] ?? 0,
  })),
  { heading: 'Mean time', kind: 'number', cell: meanTime },
  { heading: 'Estimated cost', kind: 'number', cell: ({ dollars }) => money.format(dollars) },
];

function meanTime({ outcomes: counts, ms }: ProviderDay): string {
  const tried = Object.keys(outcomes).reduce(
    (sum, name) => sum + (name === 'skipped' ? 0 : (counts[name] ?? 0)),
    0,
  );
  return tried === 0 ? '–' : `${(ms / tried / 1000).toFixed(1)} s`;
}
