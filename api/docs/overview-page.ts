import { type Html, html } from '../http/html.ts';
import { firstRequest } from '../pages/first-request.ts';
import { codeBlock } from './code-block.ts';
import type { DocsPage } from './frame.ts';
import { type GuideGroup, guideGroups } from './guides.ts';

/** `/docs`: where to begin, and every guide. */
export function overviewPage(baseUrl: string): DocsPage {
  const main = html`<article class="prose overview">
<h1>Documentation</h1>
<p class="lead">Send a photo of a scene and 1 to 6 products; receive one picture with the products in the scene. One credit for each successful render, nothing for a failure.</p>
<p class="actions"><a class="primary" href="/docs/quick-start">Quick start</a><a class="secondary" href="/docs/reference">API reference</a></p>
${codeBlock(firstRequest(baseUrl), 'sh')}
${guideGroups.map(guideCards)}
<h2 id="machines">For machines</h2>
<ul class="cards">
${card('/openapi.json', 'OpenAPI document', 'OpenAPI 3.1: every route, schema, error and webhook.')}
${card('/llms.txt', 'llms.txt', 'These pages as Markdown, for language models.')}
</ul>
</article>`;
  return {
    path: '/docs',
    title: 'Documentation',
    description: 'Guides and reference of the render API.',
    main,
  };
}

const guideCards = ({ title, guides }: GuideGroup): Html => html`<h2>${title}</h2>
<ul class="cards">${guides.map(({ slug, title: name, summary }) => card(`/docs/${slug}`, name, summary))}</ul>`;

const card = (href: string, title: string, summary: string): Html =>
  html`<li><a href="${href}"><strong>${title}</strong><span>${summary}</span></a></li>`;
