import { escapeHtml } from '../http/escape-html.ts';
import { htmlDocument } from '../http/html-document.ts';
import { pageStyle } from './page-style.ts';

export interface Page {
  title: string;
  /** Reloads the page this often; absent for pages with a form, whose input a reload would delete. */
  refreshSeconds?: number;
  /** HTML beside the title, e.g. a badge. */
  beside?: string;
  /** HTML of `<main>`. */
  main: string;
  /** HTML of the footer. */
  footer?: string;
}

/** The operators' links, on each page. */
const links = [
  { href: '/ops', text: 'Overview' },
  { href: '/ops/renders', text: 'Find a render' },
  { href: '/ops/queues', text: 'Jobs in Bull Board' },
  { href: '/metrics', text: 'Metrics' },
  { href: '/readyz', text: 'Readiness' },
];

/** A page for operators as HTML without scripts. */
export function renderPage({ title, refreshSeconds, beside = '', main, footer = '' }: Page): string {
  const refresh = refreshSeconds ? `<meta http-equiv="refresh" content="${refreshSeconds}">\n` : '';
  return htmlDocument({
    title: `${title} · Operations`,
    head: `<meta name="robots" content="noindex">
${refresh}<style>${pageStyle}</style>`,
    body: `<header>
<h1>${escapeHtml(title)}</h1>
${beside}
<nav aria-label="Operations">
${links.map(({ href, text }) => `<a href="${href}">${text}</a>`).join('')}
</nav>
</header>
<main>
${main}
</main>
<footer>${footer}</footer>`,
  });
}

export interface Column {
  heading: string;
  /** Numbers are aligned to the right. */
  number?: true;
}

/** A table with a heading; cells are HTML, and the first of each row is its header. */
export function renderTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const align = (index: number) => (columns[index]?.number ? ' class="number"' : '');
  const head = columns.map(({ heading }, index) => `<th scope="col"${align(index)}>${heading}</th>`).join('');
  const body = rows.map((cells) => {
    const [first = '', ...rest] = cells;
    const others = rest.map((cell, index) => `<td${align(index + 1)}>${cell}</td>`).join('');
    return `<tr><th scope="row">${first}</th>${others}</tr>`;
  });
  return `<div class="scroll"><table class="words">
<thead><tr>${head}</tr></thead>
<tbody>${body.join('\n')}</tbody>
</table></div>`;
}

/** A time as `22 Nov, 14:05:09`, with the exact UTC time as a tooltip. */
export function renderTime(at: Date | undefined): string {
  if (!at) return '–';
  const iso = at.toISOString();
  return `<time datetime="${iso}" title="${iso}">${timeFormat.format(at)}</time>`;
}

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
});

const wholeNumber = new Intl.NumberFormat('en');
export const formatCount = (count: number): string => wholeNumber.format(count);

/** `1.2 s`, `45 s`. */
export const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
