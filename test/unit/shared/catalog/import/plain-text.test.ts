import { expect } from 'chai';
import { plainText } from '../../../../../shared/catalog/import/plain-text.ts';

describe('the plain text of a rich description', () => {
  for (const [what, html, text] of [
    ['tags', 'Soft <b>wool</b> <em>blend</em>', 'Soft wool blend'],
    [
      'paragraphs, which do not run together',
      '<p>One</p><ul><li>Two</li><li>Three</li></ul>',
      'One Two Three',
    ],
    [
      'markup with scripts, styles and comments',
      'a<script>x<1</script>b<style>p{}</style>c<!-- <b> -->d',
      'abcd',
    ],
    ['entities, decoded once', 'A &amp;amp; B &#8364; &#x20AC; &nbsp;&bogus;', 'A &amp; B € € &bogus;'],
    ['markup with characters that no text has', 'a&#0;b&#xD800;c\u0007d', 'abc d'],
    ['a lone less-than sign', 'under 5 < 6 cm', 'under 5 < 6 cm'],
    ['a tag that does not end', 'Sofa <img src="data:aaaa', 'Sofa'],
    ['a script that does not end', 'Sofa<script>alert(1)', 'Sofa'],
  ] as const) {
    it(`is read from ${what}`, () => expect(plainText(html, 500)).to.equal(text));
  }

  it('ends at a word when it is too long', () => {
    expect(plainText('one two three four', 13)).to.equal('one two…');
  });

  it('reads hostile markup in one pass', () => {
    for (const part of ['<', '<a', '<script', '<!--', '&#', '<script>']) {
      expect(plainText(part.repeat(60_000), 500).length).to.be.at.most(500);
    }
  });
});
