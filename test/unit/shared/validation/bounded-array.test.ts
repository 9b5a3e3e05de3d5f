import { expect } from 'chai';
import Joi from 'joi';
import { eventLimits, parseEvents } from '../../../../api/events/event-schema.ts';
import { tryOnRequest } from '../../../../api/try-on/render-request.ts';
import { visualizeRequest } from '../../../../api/visualize/request-schema.ts';
import { flowRules } from '../../../../shared/flows/flow-rules.ts';
import { genericOrder } from '../../../../shared/orders/adapters/generic.ts';
import { boundedArray } from '../../../../shared/validation/bounded-array.ts';
import { check, validate } from '../../../../shared/validation/validate.ts';

const wide = Array.from({ length: 9_000 }, () => ({}));
const sceneImage = 'https://shop.example/room.jpg';
const context = { spilled: { has: () => false } };

describe('a bounded array', () => {
  it('does not look at the items of an array that is too long', () => {
    let looked = 0;
    const item = Joi.any().custom(() => {
      looked += 1;
    });
    const { mistakes } = check(boundedArray(3).items(item), [1, 2, 3, 4]);
    expect(mistakes?.message).to.equal('The body has too many items: at most 3 are allowed.');
    expect(looked).to.equal(0);
    check(boundedArray(3).items(item), [1, 2, 3]);
    expect(looked).to.equal(3);
  });

  it('leaves absent items out before it counts and checks', () => {
    const texts = boundedArray(2, (item) => item === '').items(Joi.string());
    expect(check(texts, ['', 'a', '', '', 'b']).value).to.deep.equal(['a', 'b']);
    expect(check(texts, ['a', 'b', 'c']).mistakes?.message).to.contain('at most 2');
  });

  const bodies: [field: string, limit: number, refuse: () => unknown][] = [
    ['products', 6, () => validate(visualizeRequest, { sceneImage, products: wide }, { context })],
    [
      'products[0].images',
      4,
      () => validate(visualizeRequest, { sceneImage, products: [{ images: wide }] }, { context }),
    ],
    ['items', 6, () => validate(tryOnRequest, { photo: { kind: 'model', id: 'a' }, items: wide })],
    ['steps', 6, () => validate(flowRules, { id: 'a', name: 'a', steps: wide })],
    [
      'steps[0].source.products',
      48,
      () => validate(flowRules, { id: 'a', name: 'a', steps: [{ name: 'a', source: { products: wide } }] }),
    ],
    ['events', eventLimits.batch, () => parseEvents({ events: wide })],
    ['lines', 2000, () => validate(genericOrder, { orderId: 'a', refunds: [], lines: wide })],
  ];
  for (const [field, limit, refuse] of bodies) {
    it(`says of ${field} only that there are more than ${limit}`, () => {
      expect(refuse).to.throw(`${field} has too many items: at most ${limit} are allowed.`);
      expect(refuse).not.to.throw(/\[8\]|more mistakes/);
    });
  }
});
