import MarkdownIt, { type Token } from 'markdown-it';
import type { ComponentChildren } from 'preact';
import { CodeBlock, CodeTabs, isSampleLanguage, type Sample } from '../web/design/components/code-block.tsx';
import { type Leaf, renderTokens } from './markdown-nodes.tsx';

export interface Heading {
  /** 2 or 3. */
  level: number;
  id: string;
  text: string;
}

export interface RenderedMarkdown {
  /** Without the first heading. */
  body: ComponentChildren;
  /** Text of the first heading. */
  title: string;
  headings: Heading[];
}

export interface MarkdownOptions {
  /** Returns the address of a link in the text; null: the page has none, and the link is shown as text. */
  toAddress(href: string): string | null;
}

const markdown = new MarkdownIt({ html: false });

/** Renders a document of `docs/`. HTML in it is shown as text, except `<br>`. */
export function renderMarkdown(text: string, { toAddress }: MarkdownOptions): RenderedMarkdown {
  const { title, headings, rest } = withHeadings(markdown.parse(text, {}));
  for (const token of rest) rewriteLinks(token, toAddress);
  const blocks = codeBlocks(rest);
  return { body: renderTokens(rest, (token) => blocks.get(token)), title, headings };
}

/** Renders a description without paragraphs, e.g. code between backticks. */
export const InlineMarkdown = ({ text }: { text: string }) => (
  <>{renderTokens(markdown.parseInline(text, {}))}</>
);

/** Renders a description with paragraphs. */
export const BlockMarkdown = ({ text }: { text: string }) => <>{renderTokens(markdown.parse(text, {}))}</>;

/**
 * Maps each block of code to its element. Consecutive samples become tabs in place of the first block; the others map
 * to ''.
 */
function codeBlocks(tokens: readonly Token[]): Map<Token, Leaf> {
  const blocks = new Map<Token, Leaf>();
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index]!;
    const samples = samplesFrom(tokens, index);
    for (const hidden of tokens.slice(index, index + samples.length)) blocks.set(hidden, '');
    if (samples.length > 1)
      blocks.set(token, <CodeTabs samples={samples} group={`samples-${blocks.size}`} />);
    else if (token.type === 'fence')
      blocks.set(token, <CodeBlock code={token.content} language={token.info.trim()} />);
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

function rewriteLinks(token: Token, toAddress: MarkdownOptions['toAddress']): void {
  const open: boolean[] = [];
  token.children = (token.children ?? []).flatMap((child) => {
    if (child.type === 'link_open') {
      const address = toAddress(String(child.attrGet('href')));
      if (address !== null) child.attrSet('href', address);
      open.push(address !== null);
      return address === null ? [] : [child];
    }
    if (child.type === 'link_close') return open.pop() ? [child] : [];
    return [child];
  });
}
