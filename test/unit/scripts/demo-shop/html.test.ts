import { expect } from 'chai';
import { html } from '../../../../scripts/demo-shop/html.ts';

describe('the template of the demo shop', () => {
  it('escapes values, and leaves templates within as they are', () => {
    const inner = html`<b>${'a < b & "c"'}</b>`;
    expect(html`<p title="${"it's"}">${[inner, html`!`]}</p>`.text).to.equal(
      '<p title="it&#39;s"><b>a &#60; b &#38; &#34;c&#34;</b>!</p>',
    );
  });

  it('leaves out what is false or missing, but not zero', () => {
    expect(html`${false}${undefined}${0}`.text).to.equal('0');
  });

  it('keeps a backslash of a value and of a template', () => {
    expect(html`\\u003c${'\\n'}`.text).to.equal('\\u003c\\n');
  });
});
