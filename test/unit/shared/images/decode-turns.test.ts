import { expect } from 'chai';
import { DecodeTurns } from '../../../../shared/images/decode-turns.ts';

describe('the turns of images that wait to be decoded', () => {
  /** Milliseconds that the images of an owner take. */
  const costs: Record<string, number> = { a: 400, b: 400, c: 400, small: 2 };
  let turns: DecodeTurns;
  let order: string[];
  beforeEach(() => {
    turns = new DecodeTurns();
    order = [];
  });

  const getCost = (owner: string) => costs[owner] ?? 30;
  const wait = (owner: string, images = 1) => {
    for (let image = 0; image < images; image++) {
      turns.add(owner, (count) => {
        order.push(owner);
        count(getCost(owner));
      });
    }
  };
  /** Decodes that many of those that wait, one after the other. */
  const decode = (images: number) => {
    for (let image = 0; image < images; image++) turns.take()!();
  };
  const count = (owner: string) => order.filter((each) => each === owner).length;

  it('share the time between owners, not the number of images', () => {
    wait('a', 50);
    wait('small', 250);
    decode(201);
    expect(count('a')).to.be.within(1, 4);
  });

  it('let a small image pass those of owners whose images take long', () => {
    for (const owner of ['a', 'b', 'c']) wait(owner, 5);
    decode(6);
    wait('small');
    decode(1);
    expect(order.at(-1)).to.equal('small');
  });

  it('never leave out an owner who waits, however many others come', () => {
    wait('a', 2);
    decode(1);
    for (let other = 0; other < 40; other++) {
      wait(`new ${other}`);
      decode(1);
    }
    expect(count('a')).to.equal(2);
  });

  it('count an image while it is decoded, so that its owner does not get the next slot too', () => {
    for (const owner of ['a', 'a', 'b', 'b']) turns.add(owner, () => void order.push(owner));
    decode(2);
    expect(order).to.deep.equal(['a', 'b']);
  });

  it('do not let anyone save time up by being away', () => {
    wait('busy', 60);
    decode(40);
    wait('away', 60);
    decode(20);
    expect(count('away')).to.be.within(8, 12);
  });
});
