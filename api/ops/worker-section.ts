import type { LiveWorker } from '../../shared/jobs/fleet.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { formatSeconds, renderTable } from './page-frame.ts';

/** Only this many workers are listed; the tile has the number of all. */
const maxListed = 100;

const columns = [
  { heading: 'Worker' },
  { heading: 'Version' },
  { heading: 'Providers' },
  { heading: 'Queues' },
  { heading: 'Load', number: true as const },
  { heading: 'Average render', number: true as const },
];

/** The live workers: host, version, what each serves, and its load. */
export function workerSection(workers: readonly LiveWorker[] | undefined): string {
  return `<section aria-labelledby="workers">
<h2 id="workers">Workers</h2>
${workers ? workerTable(workers) : '<p class="card">The workers could not be read.</p>'}
</section>`;
}

function workerTable(workers: readonly LiveWorker[]): string {
  if (workers.length === 0) return '<p class="card">No worker is running.</p>';
  const listed = [...workers].sort((p, q) => p.id.localeCompare(q.id)).slice(0, maxListed);
  const table = renderTable(columns, listed.map(row));
  const others = workers.length - listed.length;
  return others === 0 ? table : `${table}<p class="note">${others} more are not listed.</p>`;
}

function row({ id, version, providers, queues, concurrency, active, runMs }: LiveWorker): string[] {
  const { host, process } = workerName(id);
  const slots = concurrency * queues.length;
  return [
    `${escapeHtml(host)}${process ? `<span class="under">${escapeHtml(process)}</span>` : ''}`,
    escapeHtml(version ?? '–'),
    escapeHtml(providers?.join(', ') ?? '–'),
    escapeHtml(queues.join(', ')),
    active === undefined ? `– of ${slots}` : `${active} of ${slots}`,
    runMs === undefined ? '–' : formatSeconds(runMs),
  ];
}

/** The parts of a worker's id, `host-pid-random`. */
function workerName(id: string): { host: string; process?: string } {
  const [, host, pid] = /^(.+)-(\d+)-\w+$/.exec(id) ?? [];
  return host ? { host, process: `process ${pid}` } : { host: id };
}
