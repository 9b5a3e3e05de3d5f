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
  /** Page for callers without credits; this service's own page unless it is set. */
  developersUrl: string;
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

/** `/developers`: keys and credits. `developers_url` of a 402 response names this page unless it is configured. */
export const developersPage = (urls: PageUrls, files: EntryFiles): string =>
  publicPage(files, {
    path: '/developers',
    title: 'Keys and credits',
    lead: 'How to call the render API, and how to top up.',
    children: (
      <>
        <h2>Keys</h2>
        <p>
          Send your key with each request: <code>Authorization: Bearer &lt;API_KEY&gt;</code>. A test key,{' '}
          <code>service_test_…</code>, renders with the local renderer and is not charged. Ask the operator of
          this service for a key, and to revoke one.
        </p>
        <h2>Credits</h2>
        <p>One credit pays for one successful render. Read your balance:</p>
        <CodeBlock code={readBalance(urls)} language="sh" copies={false} />
        <h2 id="top-up">Top up</h2>
        <TopUp {...urls} />
        <h2>Documentation</h2>
        <DocumentList />
      </>
    ),
  });

const readBalance = ({ baseUrl }: PageUrls) => `curl ${baseUrl}/credits \\
  -H "Authorization: Bearer $API_KEY"`;

const grantCredits = `npm run admin -- credits grant \\
  --account <account> --amount 100`;

function TopUp({ baseUrl, developersUrl }: PageUrls) {
  if (developersUrl !== `${baseUrl}/developers`)
    return (
      <p>
        Buy credits at <a href={developersUrl}>{developersUrl}</a>.
      </p>
    );
  return (
    <>
      <p>
        The operator of this service adds credits; send them the id of your account and the number of renders.
        On the server:
      </p>
      <CodeBlock code={grantCredits} language="sh" copies={false} />
    </>
  );
}
