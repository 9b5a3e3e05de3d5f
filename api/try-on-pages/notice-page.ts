import type { Language } from '../../shared/try-on/contract.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { htmlDocument } from '../http/html-document.ts';
import { styleLinks, themeColours } from './store-page.ts';
import { pageTexts } from './texts.ts';

export interface NoticePage {
  kind: 'unknownStore' | 'unavailable';
  language: Language;
  /** Of the application. */
  files: EntryFiles;
}

/** `circle-alert` of lucide, as the application's notices have it. */
const alertIcon =
  '<svg class="icon" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><circle cx="12" cy="12" r="10"/><path d="M12 8v4M12 16h.01"/></svg>';

/** What a shopper sees when there is no application to show; works without JavaScript. */
export function noticePage({ kind, language, files }: NoticePage): string {
  const { title, text } = pageTexts[language][kind];
  // An empty address is this page again.
  const again =
    kind === 'unavailable'
      ? `\n<div class="notice-steps"><a class="button button-primary button-wide" href="">${escapeHtml(pageTexts[language].unavailable.again)}</a></div>`
      : '';
  return htmlDocument({
    title,
    language,
    head: ['<meta name="robots" content="noindex">', ...themeColours, ...styleLinks(files)].join('\n'),
    body: `<div class="shell"><main class="main"><div class="notice-box">
<span class="notice-icon">${alertIcon}</span>
<h1>${escapeHtml(title)}</h1>
<p class="soft">${escapeHtml(text)}</p>${again}
</div></main></div>`,
  });
}
