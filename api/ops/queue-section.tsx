import { RoomSection } from '../html/room-page.tsx';
import { type Column, Table } from '../web/design/components/table.tsx';
import { formatCount, formatSeconds } from './format.ts';
import type { QueueOverview } from './overview.ts';

/** The queues with their depths; each links to its jobs. */
export const QueueSection = ({ queues }: { queues: readonly QueueOverview[] }) => (
  <RoomSection id="queues" title="Queues">
    <Table label="Queues" columns={columns} rows={queues} linksRows empty="There are no queues." />
  </RoomSection>
);

type Depth = NonNullable<QueueOverview['depth']>;

const numberColumn = (heading: string, read: (depth: Depth) => string): Column<QueueOverview> => ({
  heading,
  kind: 'number',
  cell: ({ depth }) => (depth ? read(depth) : '–'),
});

const columns: readonly Column<QueueOverview>[] = [
  {
    heading: 'Queue',
    cell: ({ name, depth }) => (
      <>
        <a href={`/ops/queues/queue/${encodeURIComponent(name)}`}>{name}</a>
        {!depth && <span class="note">could not be read</span>}
      </>
    ),
  },
  numberColumn('Waiting', ({ waiting }) => formatCount(waiting)),
  numberColumn('Running', ({ active }) => formatCount(active)),
  numberColumn('Delayed', ({ delayed }) => formatCount(delayed)),
  numberColumn('Failed, kept', ({ failed }) => formatCount(failed)),
  numberColumn('Oldest wait', ({ oldestWaitMs }) => formatSeconds(oldestWaitMs)),
];
