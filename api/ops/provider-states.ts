import {
  type BreakerState,
  breakerPolicy,
  countedFailures,
  phaseOf,
  probeOf,
} from '../../shared/breaker/breaker-state.ts';
import type { ErrorKind, LastError } from '../../shared/metrics/provider-errors.ts';
import { daySeconds } from '../../shared/time.ts';
import { escapeHtml } from '../http/escape-html.ts';
import type { FleetHealth, ProviderHealth } from './provider-health.ts';

const headings = ['Provider', 'Workers', 'Breaker', 'Failures in a row', 'Last error'];

const errorText: Record<ErrorKind, string> = {
  rejected: 'rejected',
  safety: 'rejected for safety',
  failed: 'failed',
  hung: 'no response in time',
  unavailable: 'unavailable',
};

const probeText: Record<ReturnType<typeof probeOf>, string> = {
  running: 'a probe render is running',
  passed: 'renders are tried again',
  wanted: 'the next render is the probe',
};

/** Content of a table cell: a short text, a note below it, and a dot before it in the colour of its status. */
interface Cell {
  text: string;
  note?: string;
  status?: 'ok' | 'pending' | 'error';
}

/** The current state of each render provider: its workers, its breaker, and its last error. */
export function providerStates(health: FleetHealth | undefined): string {
  const head = headings.map((heading) => `<th scope="col">${heading}</th>`).join('');
  const rows = health
    ? health.providers.map((provider) => row(provider, health.nowMs)).join('')
    : `<tr><td colspan="${headings.length}">could not be read</td></tr>`;
  return `<section aria-labelledby="provider-states">
<h2 id="provider-states">Render providers now</h2>
<div class="scroll"><table class="words">
<thead><tr>${head}</tr></thead>
<tbody>${rows}</tbody>
</table></div>
</section>`;
}

function row({ provider, testOnly, workers, breaker, lastError }: ProviderHealth, nowMs: number): string {
  const name: Cell = { text: escapeHtml(provider), ...(testOnly && { note: 'test keys only' }) };
  const cells = [
    workersCell(workers),
    breakerCell(breaker, nowMs),
    failuresCell(breaker, nowMs),
    errorCell(lastError, nowMs),
  ];
  const rest = cells.map((cell) => `<td>${cellHtml(cell)}</td>`).join('');
  return `<tr><th scope="row">${cellHtml(name)}</th>${rest}</tr>`;
}

function cellHtml({ text, note, status }: Cell): string {
  const dot = status ? `<span class="dot ${status}" aria-hidden="true"></span>` : '';
  return `${dot}${text}${note ? `<span class="under">${note}</span>` : ''}`;
}

function workersCell(workers: number): Cell {
  return workers === 0 ? { text: 'none', status: 'error' } : { text: `${workers} running`, status: 'ok' };
}

/** Whether renders use the provider; the time is UTC. */
export function breakerCell(state: BreakerState, nowMs: number): Cell {
  const phase = phaseOf(state, nowMs);
  if (phase === 'closed') return { text: 'closed', status: 'ok' };
  if (phase === 'half-open')
    return { text: 'half-open', note: probeText[probeOf(state, nowMs)], status: 'pending' };
  const until = new Date(state.openUntil).toISOString().slice('2026-11-21T'.length, -'.000Z'.length);
  const seconds = Math.ceil((state.openUntil - nowMs) / 1000);
  return { text: 'open', note: `until ${until} UTC, ${seconds} s from now`, status: 'error' };
}

export function failuresCell(state: BreakerState, nowMs: number): Cell {
  const counted = phaseOf(state, nowMs) === 'closed' ? countedFailures(state, nowMs) : state.failures;
  const text = `${counted} of ${breakerPolicy.threshold}`;
  if (state.trips === 0) return { text };
  return { text, note: state.trips === 1 ? 'opened once' : `opened ${state.trips} times` };
}

export function errorCell(error: LastError | undefined, nowMs: number): Cell {
  return error ? { text: errorText[error.kind], note: ago(nowMs - error.at) } : { text: 'none recently' };
}

/** Clocks of workers may be ahead: a negative time counts as 0. */
function ago(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  return seconds < daySeconds
    ? `${Math.floor(seconds / 3600)} h ago`
    : `${Math.floor(seconds / daySeconds)} d ago`;
}
