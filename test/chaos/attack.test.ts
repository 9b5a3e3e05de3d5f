import { expect } from 'chai';
import { makeBases } from '../../scripts/attack/images/bases.ts';
import { hostileImage } from '../../scripts/attack/images/hostile-image.ts';
import { groups, runAttack } from '../../scripts/attack/run.ts';
import { createRandom } from '../../scripts/chaos/random.ts';
import { sha256Hex } from '../../shared/ids.ts';

describe('an attack', function () {
  this.timeout(1_500_000);

  it('sends the same images for the same seed, and others for another', async () => {
    const bases = await makeBases();
    const images = (seed: number) => {
      const random = createRandom(seed);
      return Array.from({ length: 30 }, () => sha256Hex(hostileImage(random, bases).bytes));
    };
    expect(images(3)).to.deep.equal(images(3));
    expect(images(4)).to.not.deep.equal(images(3));
  });

  it('of every kind ends no process, reaches no private address, charges nothing and leaves nothing open', async () => {
    const { tallies, gauges, dataDir, ...figures } = await runAttack({ seed: 7, count: 40, alone: true });
    expect(tallies.map(({ group }) => group)).to.deep.equal([...groups]);
    for (const { group, findings, sent } of tallies) {
      expect(findings, `${group}, ${dataDir}`).to.deep.equal({});
      expect(sent, group).to.be.above(0);
    }
    expect(figures, dataDir).to.include({ deaths: 0, reached: 0, wronglyCharged: 0, invariants: true });
    expect(gauges.after, dataDir).to.include({ openRequests: 0, streams: 0 });
    const files = gauges.after.openFiles - gauges.before.openFiles;
    expect(files, 'files that stay open').to.be.at.most(10);
  });
});
