import type { Bootstrap, Language } from '../../shared/try-on/contract.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { htmlDocument } from '../http/html-document.ts';
import { pageTexts } from './texts.ts';

export interface StorePage {
  bootstrap: Bootstrap;
  language: Language;
  /** Of the application. */
  files: EntryFiles;
  /** Path of the style sheet of what the server writes. */
  style: string;
  nonce: string;
}

/** The page that the application runs in; until it does, the layout of its first screen is shown. */
export function storePage({ bootstrap, language, files, style, nonce }: StorePage): string {
  const texts = pageTexts[language];
  const catalogue = files.lazy[`api/web/try-on/texts/${language}.ts`];
  const modules = catalogue === undefined ? files.imports : [...files.imports, catalogue];
  return htmlDocument({
    title: bootstrap.store.name,
    language,
    viewport: 'viewport-fit=cover',
    head: [
      '<meta name="robots" content="noindex">',
      // Vite reads it for the modules and styles that it loads later.
      `<meta property="csp-nonce" nonce="${nonce}">`,
      ...themeColours,
      ...[style, ...files.styles].map((path) => `<link rel="stylesheet" href="/${path}">`),
      ...modules.map((path) => `<link rel="modulepreload" nonce="${nonce}" href="/${path}">`),
      `<script type="module" nonce="${nonce}" src="/${files.script}"></script>`,
    ].join('\n'),
    body: `<div id="app">${skeleton(bootstrap.store.name, texts.loading)}</div>
<noscript><p class="notice">${escapeHtml(texts.noScript)}</p></noscript>
<script type="application/json" id="bootstrap">${scriptJson(bootstrap)}</script>`,
  });
}

/** As `--page` of tokens.css. */
export const themeColours = [
  '<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">',
  '<meta name="theme-color" content="#131315" media="(prefers-color-scheme: dark)">',
];

function skeleton(storeName: string, loading: string): string {
  return `<div class="skeleton-page" aria-busy="true">
<header><b>${escapeHtml(storeName)}</b></header>
<main><p class="skeleton-status">${escapeHtml(loading)}</p><i class="skeleton-title"></i><i class="skeleton-photo"></i><i class="skeleton-action"></i><i class="skeleton-action"></i></main>
</div>`;
}

/** JSON inside a script element: nothing in it can end the element or a line of JavaScript. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
