import { escapeHtml } from '../http/escape-html.ts';
import { formatSeconds, renderTable, renderTime } from './page-frame.ts';
import { type FailedRender, maxFailures } from './render-queries.ts';

/** The last failures with their reasons; each links to its render. */
export function failureSection(failures: readonly FailedRender[] | undefined): string {
  return `<section aria-labelledby="failures">
<h2 id="failures">Last failures</h2>
${failures ? failureTable(failures) : '<p class="card">The failures could not be read.</p>'}
</section>`;
}

/** The others are behind a summary, so that the sections below stay in reach. */
const shown = 8;

function failureTable(failures: readonly FailedRender[]): string {
  if (failures.length === 0)
    return '<p class="card">No render of a live key failed in the last 24 hours.</p>';
  const first = table(failures.slice(0, shown));
  const others = failures.slice(shown);
  if (others.length === 0) return first;
  const limit = failures.length < maxFailures ? '' : ` (at most ${maxFailures} are listed)`;
  return `${first}<details><summary>${others.length} earlier failures of the last 24 hours${limit}</summary>${table(others)}</details>`;
}

const table = (failures: readonly FailedRender[]): string =>
  renderTable(
    ['Render', 'Reason', 'Account', 'After'].map((heading) => ({ heading })),
    failures.map(row),
  );

const row = ({ _id, account, failure, createdAt, endedAt }: FailedRender): string[] => [
  `${renderLink(_id)}<span class="under">${renderTime(endedAt)} UTC</span>`,
  `${escapeHtml(failure?.code ?? '–')}<span class="under wrap">${escapeHtml(failure?.message ?? '')}</span>`,
  `<code>${escapeHtml(account)}</code>`,
  endedAt ? formatSeconds(endedAt.getTime() - createdAt.getTime()) : '–',
];

export const renderLink = (id: string): string =>
  `<a href="/ops/renders/${encodeURIComponent(id)}"><code>${escapeHtml(id)}</code></a>`;
