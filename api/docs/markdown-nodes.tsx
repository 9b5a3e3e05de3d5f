import type { Token } from 'markdown-it';
import { type ComponentChild, h, type VNode } from 'preact';
import { TableFrame } from '../web/design/components/table.tsx';

/** Replacement for a token without children; undefined leaves it as Markdown renders it. */
export type Leaf = VNode | string | undefined;

interface Open {
  token?: Token;
  children: ComponentChild[];
}

/** Renders the elements of Markdown as nodes, so that texts are escaped where every text is. */
export function renderTokens(tokens: readonly Token[], toLeaf?: (token: Token) => Leaf): ComponentChild[] {
  const open: Open[] = [{ children: [] }];
  let section = '';
  /** Of the section. */
  let tables = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      section = tokens[index + 1]?.content ?? '';
      tables = 0;
    }
    if (token.type === 'table_open') tables += 1;
    if (token.nesting === 1) open.push({ token, children: [] });
    else {
      const node =
        token.nesting === 0
          ? renderLeaf(token, toLeaf)
          : renderElement(open.pop()!, nameTable(section, tables));
      open.at(-1)!.children.push(node);
    }
  }
  return open[0]!.children;
}

/** Returns a name that no other table of the page has. */
function nameTable(section: string, at: number): string {
  const kind = at > 1 ? `Table ${at}` : 'Table';
  return section === '' ? kind : `${kind}: ${section}`;
}

function renderElement({ token, children }: Open, tableName: string): ComponentChild {
  // Paragraphs of a list whose items are not separated.
  if (!token || token.hidden) return children;
  if (token.tag !== 'table') return h(token.tag, toAttributes(token), children);
  return (
    <TableFrame label={tableName}>
      <table class="table">{children}</table>
    </TableFrame>
  );
}

/** The pages' policy forbids inline styles. */
function toAttributes(token: Token): Record<string, string | number> {
  const attributes = Object.fromEntries(token.attrs ?? []);
  const { style, ...others } = attributes;
  return style === 'text-align:right' ? { ...others, class: 'number' } : others;
}

function renderLeaf(token: Token, buildLeaf?: (token: Token) => Leaf): ComponentChild {
  const { type, tag, content, children } = token;
  const given = buildLeaf?.(token);
  if (given !== undefined) return given;
  if (type === 'inline') return renderTokens(children ?? []);
  if (type === 'text')
    return content.split('<br>').flatMap((text, index) => (index ? [<br />, text] : [text]));
  if (type === 'softbreak') return '\n';
  if (type === 'code_inline') return <code>{content}</code>;
  if (type === 'code_block' || type === 'fence') return <pre>{content}</pre>;
  return tag === '' ? content : h(tag, toAttributes(token));
}
