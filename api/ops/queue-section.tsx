import { PageForm } from '../html/page-form.tsx';
import { RoomSection } from '../html/room-page.tsx';
import { Button } from '../web/design/components/button.tsx';
import { Status } from '../web/design/components/status.tsx';
import { CellNote, type Column, Table } from '../web/design/components/table.tsx';
import { formatCount } from '../web/design/format-count.ts';
import { formatSeconds } from './format.ts';
import type { QueueOverview } from './overview.ts';

interface Props {
  queues: readonly QueueOverview[];
  /** Of the forms. */
  token: string;
}

/** The queues with their depths; each links to its jobs, and can be paused. */
export const QueueSection = ({ queues, token }: Props) => (
  <RoomSection
    id="queues"
    title="Queues"
    lead="The jobs of a paused queue wait; those that are running end as usual. Renders that wait longer than their deadline expire without a charge."
  >
    <Table label="Queues" columns={toColumns(token)} rows={queues} empty="There are no queues." />
  </RoomSection>
);

type Depth = NonNullable<QueueOverview['depth']>;

const numberColumn = (heading: string, read: (depth: Depth) => string): Column<QueueOverview> => ({
  heading,
  kind: 'number',
  cell: ({ depth }) => (depth ? read(depth) : '–'),
});

const toColumns = (token: string): readonly Column<QueueOverview>[] => [
  {
    heading: 'Queue',
    cell: ({ name, depth }) => (
      <>
        <a href={`/ops/queues/queue/${encodeURIComponent(name)}`}>{name}</a>
        {!depth && <CellNote>could not be read</CellNote>}
        {depth?.paused && <Status tone="warning">paused</Status>}
      </>
    ),
  },
  numberColumn('Waiting', ({ waiting }) => formatCount(waiting)),
  numberColumn('Running', ({ active }) => formatCount(active)),
  numberColumn('Delayed', ({ delayed }) => formatCount(delayed)),
  numberColumn('Failed, kept', ({ failed }) => formatCount(failed)),
  numberColumn('Oldest wait', ({ oldestWaitMs }) => formatSeconds(oldestWaitMs)),
  {
    heading: 'Workers',
    cell: ({ name, depth }) => {
      if (!depth) return '–';
      const action = depth.paused ? 'resume' : 'pause';
      return (
        <PageForm action={`/ops/queue/${encodeURIComponent(name)}/${action}`} token={token} inline>
          <Button type="submit" aria-label={`${depth.paused ? 'Resume' : 'Pause'} ${name}`}>
            {depth.paused ? 'Resume' : 'Pause'}
          </Button>
        </PageForm>
      );
    },
  },
];
