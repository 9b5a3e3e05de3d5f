import type { ProviderAttempt } from '../../shared/renders/chain-progress.ts';
import { readChainProgress } from '../../shared/renders/chain-progress.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { isTerminal, type RenderState } from '../../shared/renders/states.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { renderLink } from './failure-section.ts';
import { formatSeconds, renderPage, renderTable, renderTime } from './page-frame.ts';
import { maxFound } from './render-queries.ts';

const status = (state: RenderState): 'ok' | 'error' | 'pending' => {
  if (state === 'succeeded') return 'ok';
  return state === 'failed' || state === 'expired' ? 'error' : 'pending';
};

const badge = (state: RenderState) => `<span class="badge ${status(state)}" role="status">${state}</span>`;

/** The form by itself, or with what was found. */
export function findPage(text: string, found: readonly RenderDoc[]): string {
  const result = text === '' ? '' : found.length === 0 ? notFound(text) : foundTable(text, found);
  return renderPage({ title: 'Find a render', main: form(text) + result });
}

const form = (text: string) => `<form method="get" action="/ops/renders" class="card" role="search">
<label for="find">Render id or request id</label>
<input id="find" name="find" value="${escapeHtml(text)}" placeholder="rnd_… or req_…" maxlength="128" autocomplete="off" spellcheck="false" autofocus>
<button type="submit">Find</button>
<p class="note">Callers have the request id in the <code>X-Request-Id</code> header of each response. Renders are kept for <code>RETAIN_RENDER_DAYS</code> days.</p>
</form>`;

const notFound = (text: string) =>
  `<p class="warning">No render has the id <code>${escapeHtml(text)}</code>, and no request with this id created one. A request that was rejected before a render was created has only a log line.</p>`;

function foundTable(text: string, found: readonly RenderDoc[]): string {
  const columns = ['Render', 'State', 'Created (UTC)', 'Account', 'Reason'].map((heading) => ({ heading }));
  const rows = found.map(({ _id, state, createdAt, account, failure }) => [
    renderLink(_id),
    state,
    renderTime(createdAt),
    `<code>${escapeHtml(account)}</code>`,
    escapeHtml(failure?.code ?? ''),
  ]);
  const note = found.length < maxFound ? '' : `<p class="note">The newest ${maxFound}.</p>`;
  return `<section><h2>Renders of request <code>${escapeHtml(text)}</code></h2>${renderTable(columns, rows)}${note}</section>`;
}

/** Everything an operator needs to explain one render; neither images nor texts of products. */
export function renderDetailPage(render: RenderDoc): string {
  return renderPage({
    title: render._id,
    beside: badge(render.state),
    main: `${failure(render)}${facts(render)}${times(render)}${attempts(render)}<p><a href="/ops/renders">Find another render</a></p>`,
  });
}

function failure({ failure: found }: RenderDoc): string {
  if (!found) return '';
  return `<p class="warning"><b>${escapeHtml(found.code)}</b> ${escapeHtml(found.message)}</p>`;
}

function facts(render: RenderDoc): string {
  const { requestId, lease, result, webhook, output } = render;
  const rows: [string, string | undefined][] = [
    ['Account', code(render.account)],
    ['Key', `${code(render.keyId)} (${render.mode})`],
    ['Request', `<a href="/ops/renders?find=${encodeURIComponent(requestId)}">${code(requestId)}</a>`],
    ['Products', String(render.products.length)],
    ['Output', `${output.width} × ${output.height} pixels`],
    ['Provider', result && escapeHtml(result.provider)],
    ['Worker', lease && code(lease.worker)],
    ['Claims by workers', String(render.fence)],
    ['Credit hold', render.holdId && code(render.holdId)],
    ['Webhook', webhook && webhookText(webhook)],
  ];
  return definitions('Render', rows);
}

const webhookText = ({ state, attempt, status: http }: NonNullable<RenderDoc['webhook']>) =>
  escapeHtml(`${state}, attempts: ${attempt}${http ? `, last response ${http}` : ''}`);

function times(render: RenderDoc): string {
  const { timings } = render;
  const parts = Object.entries(timings).map(([part, ms]) => `${escapeHtml(part)} ${formatSeconds(ms)}`);
  return definitions('Times (UTC)', [
    ['Created', renderTime(render.createdAt)],
    ['Queued', render.queuedAt && renderTime(render.queuedAt)],
    ['Started', render.startedAt && renderTime(render.startedAt)],
    ['Ended', render.endedAt && renderTime(render.endedAt)],
    ['Deadline', isTerminal(render.state) ? undefined : renderTime(render.deadlineAt)],
    ['Parts', parts.length > 0 ? parts.join(', ') : undefined],
  ]);
}

function definitions(title: string, rows: readonly (readonly [string, string | undefined])[]): string {
  const items = rows.flatMap(([name, value]) => (value ? [`<dt>${name}</dt><dd>${value}</dd>`] : []));
  return `<section><h2>${title}</h2><dl class="card">${items.join('')}</dl></section>`;
}

function attempts(render: RenderDoc): string {
  const progress = readChainProgress(render.chain);
  if (!progress || progress.attempts.length === 0) return '';
  const columns = ['Provider', 'Result', 'Time'].map((heading) => ({ heading }));
  const rows = progress.attempts.map((attempt) => [
    escapeHtml(attempt.provider),
    attemptText(attempt),
    formatSeconds(attempt.ms),
  ]);
  return `<section><h2>Attempts before the last hand-over</h2>${renderTable(columns, rows)}</section>`;
}

function attemptText({ failure: kind, skipped, aborted, hung, safety }: ProviderAttempt): string {
  if (skipped) return 'skipped: its breaker is open';
  if (aborted) return 'aborted';
  if (hung) return 'no response in time';
  if (safety) return 'rejected for safety';
  return kind ?? 'image';
}

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;
