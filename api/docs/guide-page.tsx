import type { DocsPage } from './docs-page.tsx';
import { guideAddress, guideText } from './guide-source.ts';
import { type Guide, guides } from './guides.ts';
import { renderMarkdown } from './markdown.tsx';

/** Returns a guide as a page, with links to its neighbours. */
export function guidePage(guide: Guide, baseUrl: string): DocsPage {
  const { body, title, headings } = renderMarkdown(guideText(guide, baseUrl), { toAddress: guideAddress });
  const at = guides.indexOf(guide);
  const path = `/docs/${guide.slug}`;
  const main = (
    <>
      <article class="prose">
        <h1>{title}</h1>
        {body}
      </article>
      <nav class="neighbours" aria-label="Neighbouring guides">
        <Neighbour guide={guides[at - 1]} label="Previous" />
        <Neighbour guide={guides[at + 1]} label="Next" />
      </nav>
    </>
  );
  return { path, title: guide.title, description: guide.summary, main, headings, markdown: `${path}.md` };
}

function Neighbour({ guide, label }: { guide: Guide | undefined; label: string }) {
  if (!guide) return null;
  return (
    <a class={label.toLowerCase()} href={`/docs/${guide.slug}`}>
      <small>{label}</small>
      {guide.title}
    </a>
  );
}
