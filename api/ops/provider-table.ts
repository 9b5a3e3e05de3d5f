import type { ProviderDay } from '../../shared/metrics/provider-tally.ts';
import { escapeHtml } from '../http/escape-html.ts';

const outcomes = ['ok', 'rejected', 'failed', 'unavailable', 'aborted', 'skipped'];
const headings = [
  'Provider',
  'Images',
  'Rejected',
  'Failed',
  'Unavailable',
  'Aborted',
  'Skipped',
  'Mean time',
  'Estimated cost',
];

const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });

/** Today's tries of each render provider by the whole fleet; empty before the first one. */
export function providerSection(days: readonly ProviderDay[] | undefined): string {
  if (!days || days.length === 0) return '';
  const head = headings.map((heading) => `<th scope="col">${heading}</th>`).join('');
  return `<section aria-labelledby="providers">
<h2 id="providers">Render providers today (UTC)</h2>
<div class="scroll"><table>
<thead><tr>${head}</tr></thead>
<tbody>${days.map(row).join('')}</tbody>
</table></div>
</section>`;
}

function row({ provider, outcomes: counts, ms, dollars }: ProviderDay): string {
  const tried = outcomes.reduce((sum, name) => sum + (name === 'skipped' ? 0 : (counts[name] ?? 0)), 0);
  const cells = [
    ...outcomes.map((name) => counts[name] ?? 0),
    tried === 0 ? '–' : `${(ms / tried / 1000).toFixed(1)} s`,
    money.format(dollars),
  ];
  return `<tr><th scope="row">${escapeHtml(provider)}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}
