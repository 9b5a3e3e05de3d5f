import type { Bootstrap, Language, StoreView } from '../../shared/try-on/contract.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { htmlDocument } from '../http/html-document.ts';
import { type PageTexts, pageTexts } from './texts.ts';

export interface StorePage {
  bootstrap: Bootstrap;
  language: Language;
  /** Of the application. */
  files: EntryFiles;
  nonce: string;
  /** Tags of the shared look that the page shows. */
  tags?: string[];
  /** Instead of the store's name. */
  title?: string;
}

/** The page that the application runs in; until it does, the layout of its first screen is shown. */
export function storePage({ bootstrap, language, files, nonce, tags = [], title }: StorePage): string {
  const texts = pageTexts[language];
  const catalogue = files.lazy[`api/web/try-on/texts/${language}.ts`] ?? [];
  const modules = [...files.imports, ...catalogue];
  return htmlDocument({
    title: title ?? bootstrap.store.name,
    language,
    viewport: 'viewport-fit=cover',
    head: [
      '<meta name="robots" content="noindex">',
      ...tags,
      // Vite reads it for the modules and styles that it loads later.
      `<meta property="csp-nonce" nonce="${nonce}">`,
      ...themeColours,
      ...styleLinks(files),
      ...modules.map((path) => `<link rel="modulepreload" nonce="${nonce}" href="/${path}">`),
      `<script type="module" nonce="${nonce}" src="/${files.script}"></script>`,
    ].join('\n'),
    body: `<div id="app">${firstScreen(bootstrap.store, texts)}</div>
<script type="application/json" id="bootstrap">${scriptJson(bootstrap)}</script>`,
  });
}

/** Those of the application style what the server writes too. */
export const styleLinks = ({ styles }: EntryFiles) =>
  styles.map((path) => `<link rel="stylesheet" href="/${path}">`);

/** As `--page` of tokens.css. */
export const themeColours = [
  '<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">',
  '<meta name="theme-color" content="#131315" media="(prefers-color-scheme: dark)">',
];

/**
 * The layout of the application's first screen, with its class names, so that nothing moves when it takes over.
 * The text is for assistive technology.
 */
function firstScreen({ name, logo }: StoreView, { loading, noScript }: PageTexts): string {
  const mark = logo
    ? `<img class="brand-logo" src="${escapeHtml(logo)}" alt="${escapeHtml(name)}">`
    : escapeHtml(name);
  return `<div class="shell first-screen" aria-busy="true">
<header class="top-bar"><span class="brand">${mark}</span></header>
<main class="main"><noscript><p class="notice-box">${escapeHtml(noScript)}</p></noscript>
<p class="unseen">${escapeHtml(loading)}</p>
<div class="screen-heading"><i class="skeleton"></i><i class="skeleton"></i></div>
<div class="source"><i class="source-figure skeleton"></i><div class="source-ways"><i class="skeleton"></i><i class="skeleton"></i></div></div>
</main>
</div>`;
}

/** JSON inside a script element: nothing in it can end the element or a line of JavaScript. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
