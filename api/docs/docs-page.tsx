import type { ComponentChildren } from 'preact';
import type { EntryFiles } from '../assets/web-build.ts';
import { publicRooms } from '../html/rooms.ts';
import { SignInLink } from '../html/sign-in-link.tsx';
import { toolPage } from '../html/tool-page.tsx';
import type { NavigationGroup } from '../web/design/frame/side-list.tsx';
import type { Heading } from './markdown.tsx';

export interface DocsPage {
  /** Path of the page. */
  path: string;
  title: string;
  description: string;
  main: ComponentChildren;
  /** Sections of the page, listed beside it where there is room. */
  headings?: readonly Heading[];
  /** Address of the page as Markdown. */
  markdown?: string;
}

interface Around {
  navigation: readonly NavigationGroup[];
  files: EntryFiles;
}

/** Writes a page of the documentation with the navigation around it. It is complete without JavaScript. */
export function docsPage(page: DocsPage, { navigation, files }: Around): string {
  const { path, title, description, main, headings, markdown } = page;
  return toolPage({
    title: `${title} – Render platform`,
    head: (
      <>
        <meta name="description" content={description} />
        {markdown !== undefined && <link rel="alternate" type="text/markdown" href={markdown} />}
      </>
    ),
    files,
    path,
    room: { href: '/docs', title: 'Docs' },
    rooms: publicRooms,
    menu: <SignInLink />,
    current: path.startsWith('/docs/reference') ? '/docs/reference' : '/docs',
    search: { label: 'Search the documentation', placeholder: 'Search' },
    side: { label: 'Documentation', groups: navigation },
    contents: headings && <Contents headings={headings} markdown={markdown} />,
    children: main,
  });
}

function Contents({ headings, markdown }: { headings: readonly Heading[]; markdown: string | undefined }) {
  return (
    <aside class="contents" aria-label="On this page">
      {headings.length > 0 && (
        <>
          <h2>On this page</h2>
          <ul>
            {headings.map(({ id, text, level }) => (
              <li key={id} class={`level-${level}`}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
          </ul>
        </>
      )}
      {markdown !== undefined && (
        <p>
          <a href={markdown}>This page as Markdown</a>
        </p>
      )}
    </aside>
  );
}
