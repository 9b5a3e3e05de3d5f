import { type Html, html } from '../../http/html.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type DocsPage, methodBadge, type NavigationGroup } from '../frame.ts';
import { blockMarkdown, inlineMarkdown } from './inline-markdown.ts';
import { operationSection } from './operation-section.ts';
import type { ReferenceGroup } from './reference-groups.ts';
import { schemaFields } from './schema-fields.ts';

/** `/docs/reference`: what holds for every request, and a list of all operations. */
export function referenceOverview(document: OpenApiDocument, groups: readonly ReferenceGroup[]): DocsPage {
  const { info, servers, components } = document;
  const main = html`<article class="prose reference-overview">
<h1>API reference</h1>
<p class="lead">${info.summary}</p>
<dl class="facts"><dt>Base URL</dt><dd><code>${servers[0]!.url}</code></dd><dt>Version</dt><dd>${info.version}</dd><dt>Machine-readable</dt><dd><a href="/openapi.json">openapi.json</a></dd></dl>
${blockMarkdown(info.description)}
${groups.map(operationTable)}
<h2 id="credentials">Credentials</h2>
${Object.entries(components.securitySchemes).map(([name, { description }]) => html`<h3 id="${name}"><code>${name}</code></h3>${blockMarkdown(description)}`)}
<h2 id="errors">Errors</h2>
<p>Every failure has this body; <a href="/docs/errors">Errors and retries</a> says what to do about each <code>code</code>.</p>
${schemaFields(document, { $ref: '#/components/schemas/Error' })}
</article>`;
  return {
    path: '/docs/reference',
    title: 'API reference',
    description: 'Every request of the render API, with samples and a form to try it.',
    main,
  };
}

function operationTable({ title, description, slug, operations }: ReferenceGroup): Html {
  const rows = operations.map(
    ({ method, path, href, summary }) =>
      html`<li><a href="${href}">${methodBadge(method)}<code>${path}</code><span>${summary}</span></a></li>`,
  );
  return html`<h2 id="${slug}"><a href="/docs/reference/${slug}">${title}</a></h2><p>${inlineMarkdown(description)}</p><ul class="operations">${rows}</ul>`;
}

/** `/docs/reference/{group}`: the operations of a group. */
export function referencePage(document: OpenApiDocument, group: ReferenceGroup): DocsPage {
  const main = html`<header class="prose"><h1>${group.title}</h1>
<p class="lead">${inlineMarkdown(group.description)}</p></header>
${group.operations.map((operation) => operationSection(document, operation))}`;
  return {
    path: `/docs/reference/${group.slug}`,
    title: `${group.title}: API reference`,
    description: group.description,
    main,
  };
}

/** What stands beside the pages of the reference. */
export function referenceNavigation(groups: readonly ReferenceGroup[]): NavigationGroup[] {
  const overview = { title: 'API reference', links: [{ href: '/docs/reference', title: 'Overview' }] };
  return [
    overview,
    ...groups.map(({ title, slug, operations }) => ({
      title,
      href: `/docs/reference/${slug}`,
      links: operations.map(({ href, summary, method }) => ({ href, title: summary, method })),
    })),
  ];
}
