import { expect } from 'chai';
import { html, joined } from '../../../../api/http/html.ts';

describe('html', () => {
  it('escapes every text, in elements and in attributes', () => {
    const { text } = html`<a title="${'"><script>'}">${"<b>'&"}</a>`;
    expect(text).to.equal('<a title="&#34;&#62;&#60;script&#62;">&#60;b&#62;&#39;&#38;</a>');
  });

  it('takes HTML as it is, alone and in lists', () => {
    const items = ['<a>', '<b>'].map((name) => html`<li>${name}</li>`);
    expect(html`<ul>${items}</ul>`.text).to.equal('<ul><li>&#60;a&#62;</li><li>&#60;b&#62;</li></ul>');
  });

  it('leaves out what depends on a condition, and keeps 0', () => {
    expect(html`${false}${null}${undefined}${0}`.text).to.equal('0');
  });

  it('joins parts with a separator that is HTML', () => {
    expect(joined(['a', '<'], '<br>').text).to.equal('a<br>&#60;');
  });
});
