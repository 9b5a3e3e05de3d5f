import { expect } from 'chai';
import type { Network } from '../../../../../../workers/renderer/networks/network.ts';
import { shoesOn } from '../../../../../../workers/renderer/people/accessories/shoes.ts';
import { getFrame } from '../../../../../../workers/renderer/people/body/body.ts';
import { personInShoes, shoePicture } from '../accessories/shoe-drawings.ts';

/** Marks everything as person in its first runs, then only trousers and shoes, which are not red. */
function mistakenFor(times: number): { network: Network; looks: () => number } {
  let look = 0;
  const network: Network = {
    side: 128,
    run: async (input) => {
      const mistaken = look++ < times;
      return Float32Array.from({ length: 128 * 128 }, (_, i) =>
        mistaken || Math.max(input[i * 3 + 1]!, input[i * 3 + 2]!) > input[i * 3]! + 0.1 ? 1 : 0,
      );
    },
  };
  return { network, looks: () => look };
}

async function put(network: Network) {
  const { scene, person } = await personInShoes();
  return shoesOn(await shoePicture('laced'), scene, person, getFrame(person), network);
}

describe('shoes on feet that the network detects', () => {
  it('are put on after one close-up', async () => {
    const { network, looks } = mistakenFor(0);
    expect(await put(network)).to.not.equal(undefined);
    expect(looks()).to.equal(3);
  });

  it('are put on after a close-up of another size where ground was mistaken for feet', async () => {
    const { network, looks } = mistakenFor(3);
    const layer = (await put(network))!;
    expect(looks()).to.equal(6);
    // Toes to the left from ankles at 220 and 380.
    expect(layer.rect.x).to.be.within(100, 150);
    expect(layer.rect.x + layer.rect.width).to.be.within(390, 430);
  });

  it('are not put on where ground is mistaken for feet at every size', async () => {
    expect(await put(mistakenFor(99).network)).to.equal(undefined);
  });
});
