import MarkdownIt, { type Token } from 'markdown-it';
import { Html, html } from '../http/html.ts';
import { codeBlock, codeTabs, isSampleLanguage, type Sample } from './code-block.ts';

export interface Heading {
  /** 2 or 3. */
  level: number;
  id: string;
  text: string;
}

export interface RenderedMarkdown {
  /** Without the first heading. */
  body: Html;
  /** Text of the first heading. */
  title: string;
  headings: Heading[];
}

export interface MarkdownOptions {
  /** Returns the address of a link in the text; null: the page has none, and the link is shown as text. */
  addressOf(href: string): string | null;
}

/** Renders a document of `docs/`. HTML in it is shown as text, except `<br>`. */
export function renderMarkdown(text: string, { addressOf }: MarkdownOptions): RenderedMarkdown {
  const markdown = new MarkdownIt({ html: false });
  const { title, headings, rest } = withHeadings(markdown.parse(text, {}));
  for (const token of rest) rewriteInline(token, addressOf);
  const blocks = codeBlocks(rest);
  markdown.renderer.rules.fence = (tokens, index) => blocks.get(tokens[index]!) ?? '';
  const rendered = markdown.renderer.render(rest, markdown.options, {});
  return { body: new Html(framedTables(rendered)), title, headings };
}

/** The HTML of each block of code; tabs are that of their first block, and the others have none. */
function codeBlocks(tokens: readonly Token[]): Map<Token, string> {
  const blocks = new Map<Token, string>();
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index]!;
    const samples = samplesFrom(tokens, index);
    if (samples.length > 1) blocks.set(token, codeTabs(samples, `samples-${blocks.size}`).text);
    else if (token.type === 'fence') blocks.set(token, codeBlock(token.content, token.info.trim()).text);
    index += Math.max(1, samples.length);
  }
  return blocks;
}

/** Blocks of different sample languages that follow one another are one sample. */
function samplesFrom(tokens: readonly Token[], from: number): Sample[] {
  const samples: Sample[] = [];
  for (const { type, info, content } of tokens.slice(from)) {
    const language = info.trim();
    if (type !== 'fence' || !isSampleLanguage(language)) break;
    if (samples.some((sample) => sample.language === language)) break;
    samples.push({ language, code: content });
  }
  return samples;
}

function withHeadings(tokens: Token[]): { title: string; headings: Heading[]; rest: Token[] } {
  const headings: Heading[] = [];
  const taken = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const text = plainText(tokens[index + 1]!);
    const id = uniqueId(text, taken);
    token.attrSet('id', id);
    headings.push({ level: Number(token.tag.slice(1)), id, text });
  }
  const [first] = headings;
  const rest = first?.level === 1 ? tokens.slice(3) : tokens;
  return { title: first?.text ?? '', headings: headings.filter(({ level }) => level > 1 && level < 4), rest };
}

const plainText = ({ children }: Token) =>
  (children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');

/** As GitHub makes them, so that a link to a section works in both places. */
function uniqueId(text: string, taken: Map<string, number>): string {
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const count = taken.get(id) ?? 0;
  taken.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

/** Sets the addresses of links, and takes inline styles away, which the pages' policy forbids. */
function rewriteInline(token: Token, addressOf: MarkdownOptions['addressOf']): void {
  if (token.attrGet('style') === 'text-align:right') token.attrSet('class', 'number');
  token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null;
  const open: boolean[] = [];
  token.children = (token.children ?? []).flatMap((child) => {
    if (child.type === 'link_open') {
      const address = addressOf(String(child.attrGet('href')));
      if (address !== null) child.attrSet('href', address);
      open.push(address !== null);
      return address === null ? [] : [child];
    }
    if (child.type === 'link_close') return open.pop() ? [child] : [];
    return [child];
  });
}

/** Wide tables scroll by themselves, by keyboard too; `<br>` in a cell is one. */
const framedTables = (text: string) =>
  text
    .replaceAll(
      '<table>',
      html`<div class="table" tabindex="0" role="region" aria-label="Table"><table>`.text,
    )
    .replaceAll('</table>', '</table></div>')
    .replaceAll('&lt;br&gt;', '<br>');
