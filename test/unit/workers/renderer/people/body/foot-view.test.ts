import { expect } from 'chai';
import type { Network } from '../../../../../../workers/renderer/networks/network.ts';
import { footView } from '../../../../../../workers/renderer/people/body/foot-view.ts';
import { personInShoes } from '../accessories/shoe-drawings.ts';

/** Returns all or nothing of the picture for each input. */
function answering(...shares: number[]): Network {
  let look = 0;
  return { side: 64, run: async () => new Float32Array(64 * 64).fill(shares[look++ % shares.length]!) };
}

async function feetSeen(network: Network): Promise<number> {
  const { scene, person } = await personInShoes();
  const ankles = [
    { x: 220, y: 700 },
    { x: 380, y: 700 },
  ] as const;
  const view = await footView(scene, person, 180, ankles, network);
  return view.person.data[48 * 64 + 32]!;
}

describe('the close-up of feet', () => {
  it('finds feet that one of three inputs misses', async () => {
    expect(await feetSeen(answering(0, 1, 1))).to.be.above(0.9);
  });

  it('ignores one input that mistakes ground for feet', async () => {
    expect(await feetSeen(answering(0, 0, 1))).to.be.below(0.1);
  });

  it('aligns the wider inputs with the closest one', async () => {
    // Each input has a person in the middle; closer ones show less of the scene.
    const middle: Network = {
      side: 64,
      run: async () =>
        Float32Array.from({ length: 64 * 64 }, (_, i) => (Math.abs((i % 64) + 0.5 - 32) < 8 ? 1 : 0)),
    };
    const { scene, person } = await personInShoes();
    const ankle = { x: 300, y: 700 };
    const { person: seen } = await footView(scene, person, 180, [ankle, ankle], middle);
    const row = Array.from(seen.data.subarray(48 * 64, 49 * 64));
    const wide = row.filter((share) => share > 0.5).length;
    // The middle input's 16 cells are 16 × 1.15 of the closest one's.
    expect(wide).to.be.closeTo(18, 1);
    expect(row[32]).to.be.above(0.9);
  });
});
