import { escapeHtml } from './escape-html.ts';

/** HTML that is complete in itself, as against text, which is escaped where it becomes part of HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** `false`, `null` and `undefined` are left out, so that a part may depend on a condition. */
export type HtmlPart = string | number | Html | false | null | undefined | readonly HtmlPart[];

/** Makes HTML of a template; every text in it is escaped, for element contents and quoted attributes alike. */
export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(strings.reduce((text, next, index) => text + textOf(parts[index - 1]) + next));
}

/** The parts after one another. */
export function joined(parts: readonly HtmlPart[], separator = ''): Html {
  return new Html(parts.map(textOf).join(separator));
}

function textOf(part: HtmlPart): string {
  if (part === false || part === null || part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return escapeHtml(String(part));
}
