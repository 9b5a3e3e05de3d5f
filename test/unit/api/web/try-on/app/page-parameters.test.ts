import { expect } from 'chai';
import { readPageParameters } from '../../../../../../api/web/try-on/app/page-parameters.ts';

describe('Parameters of the page', () => {
  it('name the shopper, the shop and the item of the product page before the closet', () => {
    const closet = Buffer.from('[{"productId":"2"}]').toString('base64url');
    const search = `?anonymous_id=a&flow=outfit&origin=https%3A%2F%2Fshop.example&product_id=1&variant_id=7&closet=${closet}`;
    expect(readPageParameters(search)).to.deep.equal({
      anonymousId: 'a',
      flow: 'outfit',
      origin: 'https://shop.example',
      consent: null,
      share: null,
      items: [
        { productId: '1', variantId: '7' },
        { productId: '2', variantId: null },
      ],
    });
  });

  for (const [text, consent] of [
    ['granted', true],
    ['denied', false],
    ['perhaps', null],
    ['constructor', null],
  ] as const) {
    it(`read consent=${text} as ${consent}`, () => {
      expect(readPageParameters(`?consent=${text}`).consent).to.equal(consent);
    });
  }

  it('may be missing', () => {
    expect(readPageParameters('')).to.deep.equal({
      anonymousId: null,
      flow: null,
      origin: null,
      consent: null,
      share: null,
      items: [],
    });
  });

  it('name a shared look by what can be a short id, and no look by anything else', () => {
    expect(readPageParameters('?share=7K3m9x2pq8w4t').share).to.equal('7K3m9x2pq8w4t');
    for (const share of ['facebook', '', '7k3m9x2pq8w4tt', '7k3m9x2pq8w4/', '%00']) {
      expect(readPageParameters(`?share=${share}`).share, share).to.equal(null);
    }
  });
});
