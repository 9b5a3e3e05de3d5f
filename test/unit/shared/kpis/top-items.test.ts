import { expect } from 'chai';
import { createItemCounts, sumTopItems } from '../../../../shared/kpis/top-items.ts';

describe('the most wanted items', () => {
  it('are summed over days, of which some have none', () => {
    const day = {
      products: [{ productId: 'a', tryOns: 2, notRight: 0, checkouts: 1, orders: 0 }],
      looks: [{ shortId: 'l', opens: 3 }],
    };
    expect(sumTopItems([day, undefined, day])).to.deep.equal({
      products: [{ productId: 'a', tryOns: 4, notRight: 0, checkouts: 2, orders: 0 }],
      looks: [{ shortId: 'l', opens: 6 }],
      flows: [],
    });
    const flows = [{ flowId: 'f', sessions: 3, tryOnSessions: 2, exits: 1 }];
    expect(sumTopItems([{ ...day, flows }, day, { ...day, flows }]).flows).to.deep.equal([
      { flowId: 'f', sessions: 6, tryOnSessions: 4, exits: 2 },
    ]);
  });

  it('are ranked by orders, then try-ons, then checkouts, and equal ones by their ids', () => {
    const counts = createItemCounts();
    counts.addProduct('tryOns', 'tried', 9);
    counts.addProduct('orders', 'ordered', 1);
    counts.addProduct('checkouts', 'b', 1);
    counts.addProduct('checkouts', 'a', 1);
    counts.addLook('b', 1);
    counts.addLook('a', 1);
    const { products, looks } = counts.list(3);
    expect(products.map(({ productId }) => productId)).to.deep.equal(['ordered', 'tried', 'a']);
    expect(looks.map(({ shortId }) => shortId)).to.deep.equal(['a', 'b']);
  });

  it('keep ids that every object has', () => {
    const counts = createItemCounts();
    for (const id of ['__proto__', 'constructor']) counts.addProduct('tryOns', id, 1);
    expect(counts.list(10).products.map(({ productId }) => productId)).to.deep.equal([
      '__proto__',
      'constructor',
    ]);
  });
});
