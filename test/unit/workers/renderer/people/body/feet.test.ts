import { expect } from 'chai';
import { getFrame } from '../../../../../../workers/renderer/people/body/body.ts';
import { findFeet } from '../../../../../../workers/renderer/people/body/feet.ts';
import { personInShoes } from '../accessories/shoe-drawings.ts';

describe('the feet of a person', () => {
  it('begin where the trousers end, and reach to toes and ground', async () => {
    const { person } = await personInShoes();
    const { scale } = person;
    const [left, right] = findFeet(person, getFrame(person));
    for (const [foot, ankle] of [
      [left!, 220],
      [right!, 380],
    ] as const) {
      expect(foot.end.x / scale).to.be.closeTo(ankle, 12);
      expect(foot.end.y / scale).to.be.closeTo(702, 14);
      expect(foot.left / scale).to.be.closeTo(ankle - 98, 14);
      expect(foot.right / scale).to.be.closeTo(ankle + 26, 14);
      expect(foot.bottom / scale).to.be.closeTo(752, 6);
    }
  });

  it('are not found where ground is mistaken for them', async () => {
    const { person } = await personInShoes();
    const { data, width } = person.mask;
    for (let i = Math.round(700 * person.scale) * width; i < data.length; i++) data[i] = 1;
    expect(findFeet(person, getFrame(person))).to.deep.equal([]);
  });

  it('are not found where the image ends above them', async () => {
    const { person } = await personInShoes();
    const { data, width } = person.mask;
    data.fill(0, Math.round(705 * person.scale) * width);
    expect(findFeet(person, getFrame(person))).to.deep.equal([]);
  });
});
