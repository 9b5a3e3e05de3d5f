import { daySeconds } from '../../shared/time.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { failureSection } from './failure-section.ts';
import { formatRate, outcomeSection } from './outcome-section.ts';
import { sumOutcomes } from './outcomes.ts';
import type { Overview, QueueOverview } from './overview.ts';
import { formatCount, formatSeconds, renderPage } from './page-frame.ts';
import { providerStates } from './provider-states.ts';
import { providerSection } from './provider-table.ts';
import { workerSection } from './worker-section.ts';

const refreshSeconds = 10;

/** The overview as HTML without scripts; it reloads every ten seconds. */
export function renderOverview(overview: Overview): string {
  const { readiness, queues, fleet, providers, health, outcomes, failures } = overview;
  const main = `${warning(overview)}
${outcomeSection(outcomes)}
<section class="tiles" aria-label="At a glance">
${successTile(outcomes)}
${tile('Renders waiting', readiness.queue.waiting ?? '–', `maximum ${formatCount(readiness.queue.max)}`)}
${tile('Workers running', fleet?.workers ?? '–', fleet ? slots(fleet.slots) : 'unknown')}
${tile('Average render', fleet?.runMs === undefined ? '–' : formatSeconds(fleet.runMs), 'recent renders')}
</section>
${failureSection(failures)}
${workerSection(fleet?.live)}
${providerStates(health)}
${providerSection(providers)}
<section aria-labelledby="queues">
<h2 id="queues">Queues</h2>
<div class="scroll"><table>
<thead><tr><th scope="col">Queue</th><th scope="col">Waiting</th><th scope="col">Running</th><th scope="col">Delayed</th><th scope="col">Failed, kept</th><th scope="col">Oldest wait</th></tr></thead>
<tbody>${queues.map(queueRow).join('')}</tbody>
</table></div>
</section>
<section aria-labelledby="backends">
<h2 id="backends">Backends</h2>
<ul class="backends">${Object.entries(readiness.backends).map(backendItem).join('')}</ul>
</section>`;
  const ok = readiness.ready && readiness.status !== 'degraded';
  const badge = `<span class="badge ${ok ? 'ok' : 'error'}" role="status">${readiness.status}</span>`;
  return renderPage({ title: 'Operations', refreshSeconds, beside: badge, main, footer: footer(overview) });
}

function footer({ process }: Overview): string {
  const memory = `${Math.round(process.memoryBytes / 1024 / 1024)} MiB`;
  const parts = [
    `Reloads every ${refreshSeconds} seconds`,
    `version ${process.version} on Node ${process.nodeVersion}`,
    `this API process: up ${duration(process.uptimeSeconds)}, ${memory}`,
  ];
  return parts.map(escapeHtml).join(' · ');
}

/** The error rate of the last 24 hours. */
function successTile(outcomes: Overview['outcomes']): string {
  const sum = outcomes && sumOutcomes(outcomes);
  if (sum?.errorRate === undefined) return tile('Error rate, 24 h', '–', sum ? 'no renders' : 'unknown');
  const note = `${formatCount(sum.failed)} of ${formatCount(sum.succeeded + sum.failed)} renders failed`;
  return tile('Error rate, 24 h', formatRate(sum.errorRate), note);
}

function tile(title: string, value: string | number, note: string): string {
  return `<div class="tile"><h2>${title}</h2><p class="value">${value}</p><p class="note">${note}</p></div>`;
}

function queueRow({ name, depth }: QueueOverview): string {
  const head = `<th scope="row"><a href="/ops/queues/queue/${encodeURIComponent(name)}">${escapeHtml(name)}</a></th>`;
  if (!depth) return `<tr>${head}<td colspan="5">could not be read</td></tr>`;
  const cells = [depth.waiting, depth.active, depth.delayed, depth.failed, formatSeconds(depth.oldestWaitMs)];
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

function duration(total: number): string {
  const [days, hours, minutes] = [
    Math.floor(total / daySeconds),
    Math.floor(total / 3600) % 24,
    Math.floor(total / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}
