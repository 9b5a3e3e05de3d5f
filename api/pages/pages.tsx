import type { ComponentChildren } from 'preact';
import type { EntryFiles } from '../assets/web-build.ts';
import { publicRooms } from '../html/rooms.ts';
import { toolPage } from '../html/tool-page.tsx';
import { CodeBlock } from '../web/design/components/code-block.tsx';
import { firstRequest } from './first-request.ts';

/** Pages of the documentation. */
const documents = {
  '/docs/quick-start': 'Quick start',
  '/docs': 'Guides: async renders, errors, idempotency, costs',
  '/docs/reference': 'API reference, with a form to try each request',
} as const;

export interface PageUrls {
  /** Public origin of the API. */
  baseUrl: string;
}

interface PublicPage {
  path: string;
  title: string;
  lead: string;
  children: ComponentChildren;
}

/** Returns a public page; it has no scripts. */
function publicPage({ styles }: EntryFiles, { path, title, lead, children }: PublicPage): string {
  const main = (
    <article class="prose home">
      <h1>{title}</h1>
      <p class="lead">{lead}</p>
      {children}
    </article>
  );
  const room = { href: '/', title: '' };
  return toolPage({
    title,
    files: { styles },
    path,
    room,
    rooms: publicRooms,
    current: path,
    children: main,
  });
}

const DocumentList = () => (
  <ul>
    {Object.entries(documents).map(([path, text]) => (
      <li key={path}>
        <a href={path}>{text}</a>
      </li>
    ))}
  </ul>
);

/** `/`: what this service is. */
export const homePage = ({ baseUrl }: PageUrls, files: EntryFiles): string =>
  publicPage(files, {
    path: '/',
    title: 'Render platform',
    lead: 'An HTTP API that takes one photo of a scene and 1 to 6 products and returns one image with the products in the scene.',
    children: (
      <>
        <CodeBlock code={firstRequest(baseUrl)} language="sh" copies={false} />
        <p>A successful render costs one prepaid credit; a failed one costs nothing.</p>
        <p>
          <a href="/developers">Keys and credits</a>
        </p>
        <h2>Documentation</h2>
        <DocumentList />
        <h2>Status</h2>
        <p>
          <a href="/readyz">Readiness</a> of this service and its backends.
        </p>
      </>
    ),
  });
