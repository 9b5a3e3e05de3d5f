import type { OpenApiDocument } from '../../openapi/document.ts';
import { Facts } from '../../web/design/components/card.tsx';
import { MethodBadge, type NavigationGroup } from '../../web/design/frame/side-list.tsx';
import type { DocsPage } from '../docs-page.tsx';
import { BlockMarkdown, InlineMarkdown } from '../markdown.tsx';
import { OperationSection } from './operation-section.tsx';
import type { ReferenceGroup } from './reference-groups.ts';
import { SchemaFields } from './schema-fields.tsx';

/** `/docs/reference`: what holds for every request, and a list of all operations. */
export function referenceOverview(document: OpenApiDocument, groups: readonly ReferenceGroup[]): DocsPage {
  const { info, servers } = document;
  const main = (
    <article class="prose reference-overview">
      <h1>API reference</h1>
      <p class="lead">{info.summary}</p>
      <Facts
        facts={[
          ['Base URL', <code>{servers[0]!.url}</code>],
          ['Version', info.version],
          ['Machine-readable', <a href="/openapi.json">openapi.json</a>],
        ]}
      />
      <BlockMarkdown text={info.description} />
      {groups.map((group) => (
        <OperationList key={group.slug} {...group} />
      ))}
      <Credentials document={document} />
      <h2 id="errors">Errors</h2>
      <p>
        Every failure has this body; <a href="/docs/errors">Errors and retries</a> says what to do about each{' '}
        <code>code</code>.
      </p>
      <SchemaFields document={document} schema={{ $ref: '#/components/schemas/Error' }} />
    </article>
  );
  return {
    path: '/docs/reference',
    title: 'API reference',
    description: 'Every request of the render API, with samples and a form to try it.',
    main,
  };
}

function OperationList({ title, description, slug, operations }: ReferenceGroup) {
  return (
    <>
      <h2 id={slug}>
        <a href={`/docs/reference/${slug}`}>{title}</a>
      </h2>
      <p>
        <InlineMarkdown text={description} />
      </p>
      <ul class="operations">
        {operations.map(({ method, path, href, summary }) => (
          <li key={href}>
            <a href={href}>
              <MethodBadge method={method} />
              <code>{path}</code>
              <span>{summary}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Credentials({ document: { components } }: { document: OpenApiDocument }) {
  return (
    <>
      <h2 id="credentials">Credentials</h2>
      {Object.entries(components.securitySchemes).map(([name, { description }]) => (
        <>
          <h3 id={name}>
            <code>{name}</code>
          </h3>
          <BlockMarkdown text={description} />
        </>
      ))}
    </>
  );
}

/** `/docs/reference/{group}`: the operations of a group. */
export function referencePage(document: OpenApiDocument, group: ReferenceGroup): DocsPage {
  const main = (
    <>
      <header class="prose">
        <h1>{group.title}</h1>
        <p class="lead">
          <InlineMarkdown text={group.description} />
        </p>
      </header>
      {group.operations.map((operation) => (
        <OperationSection key={operation.id} document={document} operation={operation} />
      ))}
    </>
  );
  return {
    path: `/docs/reference/${group.slug}`,
    title: `${group.title}: API reference`,
    description: group.description,
    main,
  };
}

/** Returns the list beside the pages of the reference. */
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
