import type { ComponentChildren } from 'preact';
import type { Bootstrap, Language, StoreView } from '../../shared/try-on/contract.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { Document, StyleLinks, toHtml } from '../html/document.tsx';
import { JsonScript } from '../html/json-script.tsx';
import { type PageTexts, pageTexts } from './texts.ts';

export interface StorePage {
  bootstrap: Bootstrap;
  language: Language;
  /** Of the application. */
  files: EntryFiles;
  nonce: string;
  /** Tags of the shared look that the page shows. */
  tags?: ComponentChildren;
  /** Instead of the store's name. */
  title?: string;
  /** True if its address names what is tried on. */
  hasItems: boolean;
  /** In the place of the first screen: the shared look. */
  body?: ComponentChildren;
}

/** Returns the page that the application runs in; until it does, the layout of its first screen is shown. */
export function storePage(page: StorePage): string {
  const { bootstrap, language, files, nonce, tags, title, hasItems, body } = page;
  const texts = pageTexts[language];
  const catalogue = files.lazy[`api/web/try-on/texts/${language}.ts`] ?? [];
  return toHtml(
    <Document
      title={title ?? bootstrap.store.name}
      language={language}
      viewport="viewport-fit=cover"
      head={
        <>
          <meta name="robots" content="noindex" />
          {tags}
          {/* Vite reads it for the modules and styles that it loads later. */}
          <meta property="csp-nonce" nonce={nonce} />
          <ThemeColors />
          <StyleLinks styles={files.styles} />
          {[...files.imports, ...catalogue].map((path) => (
            <link key={path} rel="modulepreload" nonce={nonce} href={`/${path}`} />
          ))}
          <script type="module" nonce={nonce} src={`/${files.script}`} />
        </>
      }
    >
      <div id="app">
        <Shell store={bootstrap.store} texts={texts}>
          {body ?? <FirstScreen hasItems={hasItems} />}
        </Shell>
      </div>
      <JsonScript id="bootstrap" value={bootstrap} />
    </Document>,
  );
}

/** As `--page` of tokens.css. */
export const ThemeColors = () => (
  <>
    <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#131315" media="(prefers-color-scheme: dark)" />
  </>
);

interface ShellProps {
  store: StoreView;
  texts: PageTexts;
  children: ComponentChildren;
}

/**
 * The layout of the application's first screen, with its class names, so that nothing moves when it takes over.
 * The text is for assistive technology.
 */
function Shell({ store: { name, logo, storefrontUrl }, texts, children }: ShellProps) {
  const mark = logo ? <img class="brand-logo" src={logo} alt={name} /> : name;
  return (
    <div class="shell first-screen" aria-busy="true">
      <header class="top-bar">
        {storefrontUrl ? (
          <a class="brand" href={storefrontUrl}>
            {mark}
          </a>
        ) : (
          <span class="brand">{mark}</span>
        )}
      </header>
      <main class="main">
        <noscript>
          <p class="notice-box">{texts.noScript}</p>
        </noscript>
        <p class="unseen">{texts.loading}</p>
        {children}
      </main>
    </div>
  );
}

/** As the application's: what is tried on, the heading, the ways to a photo. */
function FirstScreen({ hasItems }: { hasItems: boolean }) {
  return (
    <>
      {hasItems && <div class="skeleton" />}
      <div class="screen-heading">
        <i class="skeleton" />
        <i class="skeleton" />
      </div>
      <div class="source">
        <i class="source-figure skeleton" />
        <div class="source-ways">
          <i class="skeleton" />
          <i class="skeleton" />
        </div>
      </div>
    </>
  );
}
