import type { LiveWorker } from '../../shared/jobs/fleet.ts';
import { RoomSection } from '../html/room-page.tsx';
import { CellNote, type Column, Table } from '../web/design/components/table.tsx';
import { formatSeconds } from './format.ts';

/** Only this many workers are listed; the tile has the number of all. */
const maxListed = 100;

/** The live workers: host, version, what each serves, and its load. */
export const WorkerSection = ({ workers }: { workers: readonly LiveWorker[] | undefined }) => (
  <RoomSection id="workers" title="Workers">
    {workers ? <Workers workers={workers} /> : <p class="soft">The workers could not be read.</p>}
  </RoomSection>
);

function Workers({ workers }: { workers: readonly LiveWorker[] }) {
  const listed = [...workers].sort((p, q) => p.id.localeCompare(q.id)).slice(0, maxListed);
  const others = workers.length - listed.length;
  const more = others === 0 ? undefined : `${others} more are not listed.`;
  return <Table label="Workers" columns={columns} rows={listed} empty="No worker is running." more={more} />;
}

const columns: readonly Column<LiveWorker>[] = [
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
];

/** The parts of a worker's id, `host-pid-random`. */
function WorkerName({ id }: LiveWorker) {
  const [, host, pid] = /^(.+)-(\d+)-\w+$/.exec(id) ?? [];
  if (!host) return <>{id}</>;
  return (
    <>
      {host}
      <CellNote>process {pid}</CellNote>
    </>
  );
}
