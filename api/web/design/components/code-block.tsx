import { highlight } from './highlight.tsx';

/** The languages of samples, by the language of their code block, in the order of their tabs. */
const sampleLanguages = {
  sh: 'curl',
  ts: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  mcp: 'MCP',
} as const;
export type SampleLanguage = keyof typeof sampleLanguages;

/** Names of the languages that are no samples. */
const otherLanguages: Record<string, string> = { json: 'JSON', js: 'JavaScript', html: 'HTML', http: 'HTTP' };

export interface Sample {
  language: SampleLanguage;
  code: string;
}

export const isSampleLanguage = (language: string): language is SampleLanguage =>
  Object.hasOwn(sampleLanguages, language);

interface BlockProps {
  code: string;
  language: string;
  /** Its name in the head and for assistive technology; default: that of the language. */
  label?: string;
  /** Default: true. A page without scripts cannot copy. */
  copies?: boolean;
}

/** A block of code with a copy button. */
export function CodeBlock({ code, language, label, copies = true }: BlockProps) {
  const name = label ?? (language === 'sh' ? 'Shell' : (otherLanguages[language] ?? 'Code'));
  return (
    <div class="code">
      <div class="code-head">
        <span class="code-label">{name}</span>
        {copies && <CopyButton />}
      </div>
      <Preformatted code={code} language={language} label={name} />
    </div>
  );
}

interface TabsProps {
  samples: readonly Sample[];
  /** Names the choice, once in a page. */
  group: string;
}

/** Samples of which one is shown: radio buttons and style rules, so that the choice works without JavaScript. */
export function CodeTabs({ samples, group }: TabsProps) {
  return (
    <div class="code tabs">
      <div class="code-head">
        <fieldset>
          <legend class="unseen">Language</legend>
          {samples.map(({ language }, index) => (
            <label key={language}>
              <input type="radio" name={group} value={language} checked={index === 0} />
              <span>{sampleLanguages[language]}</span>
            </label>
          ))}
        </fieldset>
        <CopyButton />
      </div>
      {samples.map(({ language, code }) => (
        <div key={language} class="tab" data-language={language}>
          <Preformatted code={code} language={language} label={sampleLanguages[language]} />
        </div>
      ))}
    </div>
  );
}

/** Copies what is shown of its block (api/web/tools/copy-buttons.ts); not there without JavaScript. */
const CopyButton = () => (
  <button type="button" class="copy needs-script">
    Copy
  </button>
);

/** Focusable: what is wider than the page is scrolled by keyboard too. A group: a page has too many for landmarks. */
function Preformatted({ code, language, label }: { code: string; language: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form.
    <pre tabIndex={0} role="group" aria-label={label}>
      <code>{highlight(code.trimEnd(), language)}</code>
    </pre>
  );
}
