import { escapeHtml } from '../../api/http/escape-html.ts';

/** Text that is HTML already. */
export class Html {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
}

type Value = string | number | Html | Html[] | undefined | false;

function written(value: Value): string {
  if (value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.join('');
  return value instanceof Html ? value.text : escapeHtml(String(value));
}

/** A template whose values are escaped; undefined and false are left out. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(written)));
}
