import type { EntryFiles } from '../assets/web-build.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { NavigationGroup } from '../web/design/frame/side-list.tsx';
import { type DocsPage, docsPage } from './docs-page.tsx';
import { guidePage } from './guide-page.tsx';
import { guideMarkdown } from './guide-source.ts';
import { guideGroups, guides } from './guides.ts';
import { llmsFullText, llmsText } from './llms.ts';
import { overviewPage } from './overview-page.tsx';
import { referenceNavigation, referenceOverview, referencePage } from './reference/pages.tsx';
import { referenceGroups } from './reference/reference-groups.ts';
import { sampleRequest } from './sample-request.ts';
import { searchIndex } from './search-index.ts';

/** A text that the documentation serves. */
export interface DocsText {
  path: string;
  /** `html`, `md`, `txt` or `json`: names the media type. */
  extension: string;
  make(files: EntryFiles): string;
}

/** Everything that the documentation serves, for this deployment. */
export function docsTexts(baseUrl: string, document: OpenApiDocument): DocsText[] {
  const groups = referenceGroups(document);
  const beside = { guides: guideNavigation(), reference: referenceNavigation(groups) };
  const page = (path: string, navigation: NavigationGroup[], make: () => DocsPage): DocsText => ({
    path,
    extension: 'html',
    make: (files) => docsPage(make(), { navigation, files }),
  });
  const text = (path: string, make: () => string): DocsText => ({
    path,
    extension: path.slice(path.lastIndexOf('.') + 1),
    make,
  });
  return [
    page('/docs', beside.guides, () => overviewPage(baseUrl)),
    ...guides.flatMap((guide) => [
      page(`/docs/${guide.slug}`, beside.guides, () => guidePage(guide, baseUrl)),
      text(`/docs/${guide.slug}.md`, () => guideMarkdown(guide, baseUrl)),
    ]),
    page('/docs/reference', beside.reference, () => referenceOverview(document, groups)),
    ...groups.map((group) =>
      page(`/docs/reference/${group.slug}`, beside.reference, () => referencePage(document, group)),
    ),
    text('/docs/samples/request.json', sampleRequest),
    text('/docs/search.json', () => JSON.stringify(searchIndex(baseUrl, groups))),
    text('/llms.txt', () => llmsText(baseUrl)),
    text('/llms-full.txt', () => llmsFullText(baseUrl)),
  ];
}

/** Lists the guides beside a page. */
export function guideNavigation(): NavigationGroup[] {
  return guideGroups.map(({ title, guides: listed }) => ({
    title,
    links: listed.map(({ slug, title: name }) => ({ href: `/docs/${slug}`, title: name })),
  }));
}
