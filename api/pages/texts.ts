import { escapeHtml } from '../http/escape-html.ts';
import { firstRequest } from './first-request.ts';
import { plainPage } from './plain-page.ts';

/** Pages of the documentation. */
const documents = {
  '/docs/quick-start': 'Quick start',
  '/docs': 'Guides: async renders, errors, idempotency, catalogs, costs',
  '/docs/reference': 'API reference, with a form to try each request',
} as const;

export interface PageUrls {
  /** Public origin of the API. */
  baseUrl: string;
  /** Where callers without credits are sent; this service's own page unless it is set. */
  developersUrl: string;
}

const documentList = Object.entries(documents)
  .map(([path, text]) => `<li><a href="${path}">${text}</a></li>`)
  .join('');

/** `/`: what this service is. */
export const homePage = ({ baseUrl }: PageUrls): string =>
  plainPage({
    title: 'Render platform',
    lead: 'An HTTP API that takes one photo of a scene and 1 to 6 products and returns one picture with the products in the scene.',
    main: `<pre>${escapeHtml(firstRequest(baseUrl))}</pre>
<p>A successful render costs one prepaid credit; a failed one costs nothing.</p>
<p><a href="/developers">Keys and credits</a></p>
<h2>Documentation</h2>
<ul>${documentList}</ul>
<h2>Status</h2>
<p><a href="/readyz">Readiness</a> of this service and its backends.</p>`,
  });

/** `/developers`: keys and credits. `developers_url` of a 402 response names this page unless it is configured. */
export const developersPage = (urls: PageUrls): string =>
  plainPage({
    title: 'Keys and credits',
    lead: 'How to call the render API, and how to top up.',
    main: `<h2>Keys</h2>
<p>Send your key with each request: <code>Authorization: Bearer &lt;API_KEY&gt;</code>. A test key, <code>service_test_…</code>, renders with the local renderer and is not charged. Ask the operator of this service for a key, and to revoke one.</p>
<h2>Credits</h2>
<p>One credit pays for one successful render. Read your balance:</p>
<pre>curl ${escapeHtml(urls.baseUrl)}/credits \\
  -H "Authorization: Bearer $API_KEY"</pre>
<h2 id="top-up">Top up</h2>
${topUp(urls)}
<h2>Documentation</h2>
<ul>${documentList}</ul>`,
  });

function topUp({ baseUrl, developersUrl }: PageUrls): string {
  if (developersUrl !== ownDevelopersUrl(baseUrl)) {
    const url = escapeHtml(developersUrl);
    return `<p>Buy credits at <a href="${url}">${url}</a>.</p>`;
  }
  return `<p>The operator of this service adds credits; send them the id of your account and the number of renders. On the server:</p>
<pre>npm run admin -- credits grant \\
  --account &lt;account&gt; --amount 100</pre>`;
}

const ownDevelopersUrl = (baseUrl: string): string => `${baseUrl}/developers`;
