import { html } from '../http/html.ts';
import type { DocsPage } from './frame.ts';
import { guideAddress, guideText } from './guide-source.ts';
import { type Guide, guides } from './guides.ts';
import { renderMarkdown } from './markdown.ts';

/** A guide as a page, with links to its neighbours. */
export function guidePage(guide: Guide, baseUrl: string): DocsPage {
  const { body, title, headings } = renderMarkdown(guideText(guide, baseUrl), { addressOf: guideAddress });
  const at = guides.indexOf(guide);
  const main = html`<article class="prose"><h1>${title}</h1>
${body}</article>
<nav class="neighbours" aria-label="Neighbouring guides">${neighbour(guides[at - 1], 'Previous')}${neighbour(guides[at + 1], 'Next')}</nav>`;
  const path = `/docs/${guide.slug}`;
  return { path, title: guide.title, description: guide.summary, main, headings, markdown: `${path}.md` };
}

const neighbour = (guide: Guide | undefined, label: string) =>
  guide &&
  html`<a class="${label.toLowerCase()}" href="/docs/${guide.slug}"><small>${label}</small>${guide.title}</a>`;
