import { daySeconds } from '../../shared/time.ts';
import { escapeHtml } from './escape-html.ts';
import type { Overview, QueueOverview } from './overview.ts';
import { pageStyle } from './page-style.ts';
import { providerStates } from './provider-states.ts';
import { providerSection } from './provider-table.ts';

const refreshSeconds = 10;

/** The operations page as HTML without scripts; it reloads every ten seconds. */
export function renderOverview(overview: Overview): string {
  const { readiness, queues, fleet, providers, health } = overview;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${refreshSeconds}">
<title>Operations · ${readiness.status}</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1>Operations</h1>
<span class="badge ${readiness.ready ? 'ok' : 'error'}" role="status">${readiness.status}</span>
<nav aria-label="Operations">
<a href="/ops/queues">Jobs in Bull Board</a><a href="/metrics">Metrics</a><a href="/readyz">Readiness</a>
</nav>
</header>
<main>
<section class="tiles" aria-label="At a glance">
${tile('Renders waiting', readiness.queue.waiting ?? '–', `maximum ${readiness.queue.max}`)}
${tile('Workers running', fleet?.workers ?? '–', fleet ? slots(fleet.slots) : 'unknown')}
${tile('Average render', fleet?.runMs === undefined ? '–' : seconds(fleet.runMs), 'recent renders')}
${tile('This process', duration(overview.process.uptimeSeconds), processNote(overview))}
</section>
${warning(overview)}
<section aria-labelledby="queues">
<h2 id="queues">Queues</h2>
<div class="scroll"><table>
<thead><tr><th scope="col">Queue</th><th scope="col">Waiting</th><th scope="col">Running</th><th scope="col">Delayed</th><th scope="col">Failed, kept</th><th scope="col">Oldest wait</th></tr></thead>
<tbody>${queues.map(queueRow).join('')}</tbody>
</table></div>
</section>
${providerStates(health)}
${providerSection(providers)}
<section aria-labelledby="backends">
<h2 id="backends">Backends</h2>
<ul class="backends">${Object.entries(readiness.backends).map(backendItem).join('')}</ul>
</section>
</main>
<footer>Reloads every ${refreshSeconds} seconds.</footer>
</body>
</html>`;
}

function tile(title: string, value: string | number, note: string): string {
  return `<div class="tile"><h2>${title}</h2><p class="value">${value}</p><p class="note">${note}</p></div>`;
}

function queueRow({ name, depth }: QueueOverview): string {
  const head = `<th scope="row"><a href="/ops/queues/queue/${encodeURIComponent(name)}">${escapeHtml(name)}</a></th>`;
  if (!depth) return `<tr>${head}<td colspan="5">could not be read</td></tr>`;
  const cells = [depth.waiting, depth.active, depth.delayed, depth.failed, seconds(depth.oldestWaitMs)];
  return `<tr>${head}${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function backendItem([name, { ok, ms }]: [string, { ok: boolean; ms: number }]): string {
  const state = ok ? `responds in ${ms} ms` : `no response after ${ms} ms`;
  return `<li><span class="dot ${ok ? 'ok' : 'error'}" aria-hidden="true"></span><b>${escapeHtml(name)}</b> ${state}</li>`;
}

function warning({ fleet, readiness }: Overview): string {
  if (fleet?.workers === 0)
    return '<p class="warning">No worker is running: renders wait until one starts.</p>';
  if (fleet?.unserved)
    return `<p class="warning">No worker serves ${fleet.unserved.map(escapeHtml).join(', ')}: its renders wait until one starts.</p>`;
  if (readiness.status === 'busy')
    return '<p class="warning">The queue is full: new renders are rejected.</p>';
  return '';
}

const slots = (count: number) => (count === 1 ? '1 render at once' : `${count} renders at once`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;

const processNote = ({ process }: Overview) =>
  `${Math.round(process.memoryBytes / 1024 / 1024)} MiB, Node ${escapeHtml(process.nodeVersion)}`;

function duration(total: number): string {
  const [days, hours, minutes] = [
    Math.floor(total / daySeconds),
    Math.floor(total / 3600) % 24,
    Math.floor(total / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}
