import { firstRequest } from '../pages/first-request.ts';
import { ButtonLink } from '../web/design/components/button.tsx';
import { CodeBlock } from '../web/design/components/code-block.tsx';
import type { DocsPage } from './docs-page.tsx';
import { type GuideGroup, guideGroups } from './guides.ts';

/** `/docs`: where to begin, and every guide. */
export function overviewPage(baseUrl: string): DocsPage {
  const main = (
    <article class="prose overview">
      <h1>Documentation</h1>
      <p class="lead">
        Send a photo of a scene and 1 to 6 products; receive one image with the products in the scene. One
        credit for each successful render, nothing for a failure.
      </p>
      <p class="actions">
        <ButtonLink kind="primary" href="/docs/quick-start">
          Quick start
        </ButtonLink>
        <ButtonLink href="/docs/reference">API reference</ButtonLink>
      </p>
      <CodeBlock code={firstRequest(baseUrl)} language="sh" />
      {guideGroups.map((group) => (
        <GuideCards key={group.title} {...group} />
      ))}
      <h2 id="machines">For machines</h2>
      <ul class="cards">
        <LinkCard
          href="/openapi.json"
          title="OpenAPI document"
          summary="OpenAPI 3.1: every route, schema, error and webhook."
        />
        <LinkCard href="/llms.txt" title="llms.txt" summary="These pages as Markdown, for language models." />
      </ul>
    </article>
  );
  return {
    path: '/docs',
    title: 'Documentation',
    description: 'Guides and reference of the render API.',
    main,
  };
}

function GuideCards({ title, guides }: GuideGroup) {
  return (
    <>
      <h2>{title}</h2>
      <ul class="cards">
        {guides.map(({ slug, title: name, summary }) => (
          <LinkCard key={slug} href={`/docs/${slug}`} title={name} summary={summary} />
        ))}
      </ul>
    </>
  );
}

function LinkCard({ href, title, summary }: { href: string; title: string; summary: string }) {
  return (
    <li>
      <a href={href}>
        <strong>{title}</strong>
        <span>{summary}</span>
      </a>
    </li>
  );
}
