import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Guide, guides } from './guides.ts';

/** `docs/` beside `api/`, in the sources and in the build. */
const folder = new URL('../../docs/', import.meta.url);

/** The origin of the API in the documents; pages name this deployment's instead, so that examples can be pasted. */
const documentedOrigin = 'https://api.example';

/** Returns the Markdown of a guide for this deployment, without the marks of its generated parts. */
export function guideText({ file }: Guide, baseUrl: string): string {
  const text = readFileSync(new URL(file, folder), 'utf8');
  return text.replaceAll(documentedOrigin, baseUrl).replace(/^<!--.*-->\n/gm, '');
}

/** Returns the same for readers of the Markdown itself: links to other documents are absolute. */
export function guideMarkdown(guide: Guide, baseUrl: string): string {
  const text = guideText(guide, baseUrl);
  return text.replace(/\[([^\][]+)\]\(([^)\s]+)\)/g, (link, label: string, href: string) => {
    const address = guideAddress(href);
    if (address === null) return label;
    if (!address.startsWith('/')) return link;
    const isGuide = guides.some(({ slug }) => address.split('#')[0] === `/docs/${slug}`);
    const path = isGuide ? address.replace(/(?=#|$)/, '.md') : address;
    return `[${label}](${baseUrl}${path})`;
  });
}

/**
 * Returns the address of a link in a document: another published document's page, an address of this service as it is.
 * null for what is in the repository alone.
 */
export function guideAddress(href: string): string | null {
  if (/^(https?:|#|\/)/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const linked = guides.find(({ file }) => basename(file) === basename(path));
  if (!linked) return null;
  return `/docs/${linked.slug}${fragment ? `#${fragment}` : ''}`;
}
