import type { LiveWorker } from '../../shared/jobs/fleet.ts';
import { PageForm } from '../html/page-form.tsx';
import { RoomSection } from '../html/room-page.tsx';
import { Button } from '../web/design/components/button.tsx';
import { Status } from '../web/design/components/status.tsx';
import { CellNote, type Column, Table } from '../web/design/components/table.tsx';
import { formatSeconds } from './format.ts';

/** Only this many workers are listed; the tile has the number of all. */
const maxListed = 100;

interface Props {
  /** Absent: they could not be read. */
  workers: readonly LiveWorker[] | undefined;
  /** Of the forms. */
  token: string;
}

/** The live workers: host, version, what each serves, and its load; each can be drained. */
export const WorkerSection = ({ workers, token }: Props) => (
  <RoomSection
    id="workers"
    title="Workers"
    lead="A worker that is drained ends the renders that it has and takes no more, within five seconds."
  >
    {workers ? (
      <Workers workers={workers} token={token} />
    ) : (
      <p class="soft">The workers could not be read.</p>
    )}
  </RoomSection>
);

function Workers({ workers, token }: { workers: readonly LiveWorker[]; token: string }) {
  const listed = [...workers].sort((p, q) => p.id.localeCompare(q.id)).slice(0, maxListed);
  const others = workers.length - listed.length;
  const more = others === 0 ? undefined : `${others} more are not listed.`;
  return (
    <Table
      label="Workers"
      columns={toColumns(token)}
      rows={listed}
      empty="No worker is running."
      more={more}
    />
  );
}

const toColumns = (token: string): readonly Column<LiveWorker>[] => [
  { heading: 'Worker', cell: WorkerName },
  { heading: 'Version', cell: ({ version }) => version ?? '–' },
  { heading: 'Providers', cell: ({ providers }) => providers?.join(', ') ?? '–' },
  { heading: 'Queues', cell: ({ queues }) => queues.join(', ') },
  {
    heading: 'Load',
    kind: 'number',
    cell: ({ active, concurrency, queues }) => `${active ?? '–'} of ${concurrency * queues.length}`,
  },
  {
    heading: 'Average render',
    kind: 'number',
    cell: ({ runMs }) => (runMs === undefined ? '–' : formatSeconds(runMs)),
  },
  {
    heading: 'By hand',
    cell: ({ id, draining }) => (
      <PageForm
        action={`/ops/workers/${encodeURIComponent(id)}/${draining ? 'resume' : 'drain'}`}
        token={token}
        inline
      >
        <Button type="submit" aria-label={`${draining ? 'Take renders again' : 'Drain'}: ${id}`}>
          {draining ? 'Take renders again' : 'Drain'}
        </Button>
      </PageForm>
    ),
  },
];

/** The parts of a worker's id, `host-pid-random`. */
function WorkerName({ id, draining }: LiveWorker) {
  const [, host, pid] = /^(.+)-(\d+)-\w+$/.exec(id) ?? [];
  if (!host) return <>{id}</>;
  return (
    <>
      {host}
      <CellNote>process {pid}</CellNote>
      {draining && <Status tone="warning">draining</Status>}
    </>
  );
}
