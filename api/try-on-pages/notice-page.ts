import type { Language } from '../../shared/try-on/contract.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { htmlDocument } from '../http/html-document.ts';
import { themeColours } from './store-page.ts';
import { pageTexts } from './texts.ts';

export interface NoticePage {
  kind: 'unknownStore' | 'unavailable';
  language: Language;
  /** Path of its style sheet. */
  style: string;
}

/** What a shopper sees when there is no application to show; works without JavaScript. */
export function noticePage({ kind, language, style }: NoticePage): string {
  const { title, text } = pageTexts[language][kind];
  // An empty address is this page again.
  const again =
    kind === 'unavailable' ? `\n<a href="">${escapeHtml(pageTexts[language].unavailable.again)}</a>` : '';
  return htmlDocument({
    title,
    language,
    head: [
      '<meta name="robots" content="noindex">',
      ...themeColours,
      `<link rel="stylesheet" href="/${style}">`,
    ].join('\n'),
    body: `<main class="notice">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>${again}
</main>`,
  });
}
