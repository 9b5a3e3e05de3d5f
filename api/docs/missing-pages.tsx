import { type Request, Router } from 'express';
import MiniSearch from 'minisearch';
import type { WebFiles } from '../assets/web-files.ts';
import type { ServiceHosts } from '../http/context-check.ts';
import { pagePolicy } from '../http/mount-pages.ts';
import { pageSecurity } from '../http/page-security.ts';
import { sendPage } from '../identity/send-page.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { hostedSlug } from '../try-on-pages/hosted-host.ts';
import { docsPage } from './docs-page.tsx';
import { guideNavigation } from './docs-texts.ts';
import { referenceGroups } from './reference/reference-groups.ts';
import { type SearchEntry, searchIndex } from './search-index.ts';

interface MissingPagesDependencies {
  baseUrl: string;
  document: OpenApiDocument;
  service: ServiceHosts;
  web: () => WebFiles;
}

const suggested = 3;
const longestName = 100;

/** Responds to people who open an address that does not exist; programs receive the Error object from the application. */
export function missingPagesRouter({ baseUrl, document, service, web }: MissingPagesDependencies): Router {
  let findNearest: ((path: string) => SearchEntry[]) | undefined;
  return Router().get(/.*/, (req, res, next) => {
    if (!isPerson(req) || hostedSlug(req.host, service) !== undefined) return next();
    findNearest ??= createFinder(searchIndex(baseUrl, referenceGroups(document)));
    const nearest = findNearest(req.path);
    security(req, res, (error) => {
      if (error) return next(error);
      sendPage(res, missingPage(req.path, nearest, web()), 404);
    });
  });
}

const security = pageSecurity(pagePolicy);

/** `*` alone, as curl and most clients send it, asks for JSON. */
const isPerson = (req: Request) => req.accepts(['json', 'html']) === 'html';

/** Finds what the last part of an address is nearest to, whatever is misspelled in it. */
function createFinder(entries: readonly SearchEntry[]): (path: string) => SearchEntry[] {
  const index = new MiniSearch<SearchEntry & { name: string }>({
    idField: 'href',
    fields: ['name', 'title'],
    searchOptions: { fuzzy: 0.3, prefix: true, boost: { name: 3 } },
  });
  const byHref = new Map(entries.map((entry) => [entry.href, entry]));
  index.addAll([...byHref.values()].map((entry) => ({ ...entry, name: toName(entry.href) })));
  return (path) => {
    const words = `${toName(path)} ${path.slice(path.lastIndexOf('/')).replaceAll('-', ' ')}`;
    const found = index.search(words.slice(0, longestName)).map(({ id }) => byHref.get(id)!);
    return found.filter(isFirstOfPage).slice(0, suggested);
  };
}

/** Sections of a page that is suggested already lead to nothing new. */
const isFirstOfPage = ({ href }: SearchEntry, at: number, found: readonly SearchEntry[]) =>
  found.findIndex((other) => toPage(other.href) === toPage(href)) === at;

const toPage = (href: string) => href.replace(/#.*/s, '');

/** Returns the last part of an address as one word: `quickstart` is what `quick-start` is. */
const toName = (path: string) => path.slice(path.lastIndexOf('/') + 1).replaceAll('-', '');

const missingPage = (path: string, nearest: readonly SearchEntry[], { build }: WebFiles): string =>
  docsPage(
    {
      path,
      title: 'This page does not exist',
      description: 'No page has this address.',
      main: (
        <article class="prose">
          <h1>This page does not exist</h1>
          <p>
            No page has the address <code>{path.slice(0, 200)}</code>. Search the documentation, or begin at{' '}
            <a href="/docs">its first page</a>.
          </p>
          {nearest.length > 0 && (
            <>
              <h2>Pages with a similar name</h2>
              <ul>
                {nearest.map(({ title, context, href }) => (
                  <li key={href}>
                    <a href={href}>{title}</a> ({context})
                  </li>
                ))}
              </ul>
            </>
          )}
        </article>
      ),
    },
    { navigation: guideNavigation(), files: build.docs },
  );
