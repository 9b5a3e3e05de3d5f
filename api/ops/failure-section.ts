import { escapeHtml } from './escape-html.ts';
import { formatSeconds, renderTable, renderTime } from './page-frame.ts';
import { type FailedRender, maxFailures } from './render-queries.ts';

/** The last failures with their reasons; each links to its render. */
export function failureSection(failures: readonly FailedRender[] | undefined): string {
  return `<section aria-labelledby="failures">
<h2 id="failures">Last failures</h2>
${failures ? failureTable(failures) : '<p class="card">The failures could not be read.</p>'}
</section>`;
}

function failureTable(failures: readonly FailedRender[]): string {
  if (failures.length === 0)
    return '<p class="card">No render of a live key failed in the last 24 hours.</p>';
  const columns = ['Time (UTC)', 'Reason', 'Render', 'Account', 'After'].map((heading) => ({ heading }));
  const table = renderTable(columns, failures.map(row));
  return failures.length < maxFailures
    ? table
    : `${table}<p class="note">The newest ${maxFailures} of the last 24 hours.</p>`;
}

const row = ({ _id, account, failure, createdAt, endedAt }: FailedRender): string[] => [
  renderTime(endedAt),
  `${escapeHtml(failure?.code ?? '–')}<span class="under wrap">${escapeHtml(failure?.message ?? '')}</span>`,
  renderLink(_id),
  `<code>${escapeHtml(account)}</code>`,
  endedAt ? formatSeconds(endedAt.getTime() - createdAt.getTime()) : '–',
];

export const renderLink = (id: string): string =>
  `<a href="/ops/renders/${encodeURIComponent(id)}"><code>${escapeHtml(id)}</code></a>`;
