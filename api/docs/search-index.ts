import { guidePage } from './guide-page.tsx';
import { guides } from './guides.ts';
import type { ReferenceGroup } from './reference/reference-groups.ts';

/** A page or section that the search can find. */
export interface SearchEntry {
  title: string;
  /** The guide or the group of operations that it is in. */
  context: string;
  href: string;
}

/** Guides, their sections, and operations. */
export function searchIndex(baseUrl: string, groups: readonly ReferenceGroup[]): SearchEntry[] {
  const sections = guides.flatMap((guide) => {
    const { path, headings = [] } = guidePage(guide, baseUrl);
    const own = { title: guide.title, context: 'Guide', href: path };
    return [
      own,
      ...headings.map(({ text, id }) => ({ title: text, context: guide.title, href: `${path}#${id}` })),
    ];
  });
  const operations = groups.flatMap(({ title: context, operations: listed }) =>
    listed.map(({ summary, method, path, href }) => ({
      title: `${summary} – ${method} ${path}`,
      context,
      href,
    })),
  );
  return [...operations, ...sections];
}
