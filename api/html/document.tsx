import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { getDirection } from '../../shared/try-on/contract.ts';
import type { EntryFiles } from '../assets/web-build.ts';

export interface DocumentProps {
  title: string;
  /** Default: `en`. */
  language?: string;
  /** Further parts of the viewport, e.g. `viewport-fit=cover`. */
  viewport?: string;
  /** Of `<head>`, beside the encoding, the viewport and the title. */
  head: ComponentChildren;
  /** Of `<body>`. */
  children: ComponentChildren;
}

/** The document around every page of the service. */
export function Document({ title, language = 'en', viewport, head, children }: DocumentProps) {
  const parts = ['width=device-width', 'initial-scale=1', ...(viewport ? [viewport] : [])];
  return (
    <html lang={language} dir={getDirection(language)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content={parts.join(', ')} />
        <link rel="icon" href="data:," />
        <title>{title}</title>
        {head}
      </head>
      <body>{children}</body>
    </html>
  );
}

/** Writes a page as HTML; every text and attribute in it is escaped. */
export const toHtml = (page: VNode): string => `<!doctype html>\n${renderToString(page)}`;

/** The style sheets of an entry of the browser code. */
export const StyleLinks = ({ styles }: Pick<EntryFiles, 'styles'>) => (
  <>
    {styles.map((path) => (
      <link key={path} rel="stylesheet" href={`/${path}`} />
    ))}
  </>
);

/** The scripts of an entry: modules, which run when the page has been read. */
export const Scripts = ({ script, imports }: Pick<EntryFiles, 'script' | 'imports'>) => (
  <>
    {imports.map((path) => (
      <link key={path} rel="modulepreload" href={`/${path}`} />
    ))}
    <script type="module" src={`/${script}`} />
  </>
);
