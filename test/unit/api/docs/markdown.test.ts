import { expect } from 'chai';
import { type ComponentChildren, Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { renderMarkdown } from '../../../../api/docs/markdown.tsx';

const render = (text: string, resolveAddress: (href: string) => string | null = (href) => href) =>
  renderMarkdown(text, { toAddress: resolveAddress });
const toText = (nodes: ComponentChildren) => renderToString(h(Fragment, null, nodes));
const body = (text: string) => toText(render(text).body);

describe('documents in Markdown', () => {
  it('take the title out, and name their sections as GitHub does', () => {
    const {
      title,
      headings,
      body: rest,
    } = render('# A `b` c\n\n## What’s new, in 2?\n\n### Deep\n\n## Deep');
    expect(title).to.equal('A b c');
    expect(headings).to.deep.equal([
      { level: 2, id: 'whats-new-in-2', text: 'What’s new, in 2?' },
      { level: 3, id: 'deep', text: 'Deep' },
      { level: 2, id: 'deep-1', text: 'Deep' },
    ]);
    expect(toText(rest)).to.include('<h3 id="deep">').and.not.include('<h1');
  });

  it('show HTML as text, except line breaks', () => {
    expect(body('a <b>b</b> c<br>d')).to.equal('<p>a &lt;b>b&lt;/b> c<br/>d</p>');
    expect(body('[a](javascript:alert(1))')).not.to.include('href');
  });

  it('lead links to where the documents are published, and show the others as text', () => {
    const toAddress = (href: string) => (href === 'here.md' ? '/docs/here' : null);
    const { body: nodes } = render('[a](here.md) and **[b](there.md)**', toAddress);
    expect(toText(nodes)).to.equal('<p><a href="/docs/here">a</a> and <strong>b</strong></p>');
  });

  it('make tabs of blocks in different sample languages, and of no others', () => {
    const fences = (...languages: string[]) =>
      languages.map((name) => `\`\`\`${name}\n1\n\`\`\`\n`).join('\n');
    const tabs = (text: string) => body(text).match(/type="radio"/g)?.length ?? 0;
    expect(tabs(fences('sh', 'ts', 'python', 'php'))).to.equal(4);
    expect(tabs(fences('sh', 'json'))).to.equal(0);
    expect(tabs(fences('sh', 'sh'))).to.equal(0);
    expect(tabs(`${fences('sh')}\nText\n\n${fences('ts')}`)).to.equal(0);
    expect(body(fences('sh', 'ts', 'ts', 'sh')).match(/class="code tabs"/g)).to.have.length(2);
  });

  it('escape code, highlighted or not', () => {
    for (const language of ['', 'sh', 'json', 'ts', 'python', 'php']) {
      expect(body(`\`\`\`${language}\n"<script>" <b>\n\`\`\``), language).not.to.match(/<script|<b>/);
    }
  });

  it('align columns of numbers without inline styles', () => {
    const text = body('| a | b |\n|---|--:|\n| 1 | 2 |');
    expect(text).to.include('<td class="number">2</td>').and.not.include('style=');
  });
});
