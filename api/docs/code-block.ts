import { type Html, html } from '../http/html.ts';
import { highlighted } from './highlight.ts';

/** The languages of samples, by the language of their code block, in the order of their tabs. */
const sampleLanguages = {
  sh: 'curl',
  ts: 'TypeScript',
  python: 'Python',
  php: 'PHP',
} as const;
export type SampleLanguage = keyof typeof sampleLanguages;

export interface Sample {
  language: SampleLanguage;
  code: string;
}

export const isSampleLanguage = (language: string): language is SampleLanguage =>
  Object.hasOwn(sampleLanguages, language);

/** A block of code; the script of the pages adds a copy button. */
export function codeBlock(code: string, language: string): Html {
  return html`<div class="code">${preformatted(code, language, 'Code')}</div>`;
}

/**
 * Samples of which one is shown. The choice is made of radio buttons and style rules, so that it works without
 * JavaScript; `group` names it, once in a page.
 */
export function codeTabs(samples: readonly Sample[], group: string): Html {
  const choices = samples.map(({ language }, index) => {
    const name = sampleLanguages[language];
    return html`<label><input type="radio" name="${group}" value="${language}"${index === 0 && html` checked`}><span>${name}</span></label>`;
  });
  const blocks = samples.map(
    ({ language, code }) =>
      html`<div class="tab" data-language="${language}">${preformatted(code, language, sampleLanguages[language])}</div>`,
  );
  return html`<div class="code tabs"><fieldset><legend class="unseen">Language</legend>${choices}</fieldset>${blocks}</div>`;
}

/** Focusable: what is wider than the page is scrolled by keyboard too. */
const preformatted = (code: string, language: string, label: string): Html =>
  html`<pre tabindex="0" role="region" aria-label="${label}"><code>${highlighted(code.trimEnd(), language)}</code></pre>`;
