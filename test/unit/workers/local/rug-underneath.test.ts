import { expect } from 'chai';
import { slipUnder } from '../../../../workers/providers/local/rug-underneath.ts';
import { analyseScene } from '../../../../workers/providers/local/scene-analysis.ts';
import { roomPixels } from './synthetic.ts';

describe('a rug under furniture', () => {
  it('disappears behind the furniture and stays whole on the free floor', async () => {
    const scene = await roomPixels(900, 600, true);
    const model = await analyseScene(scene);
    const rect = { x: 200, y: 400, width: 500, height: 160 };
    const rug = { data: new Uint8Array(rect.width * rect.height * 4).fill(255), width: 500, height: 160 };
    slipUnder(rug, rect, scene, model);
    const alpha = (x: number, y: number) => rug.data[((y - rect.y) * rect.width + x - rect.x) * 4 + 3];
    // The block spans 225–675 × 270–468; the floor in front of it is free.
    expect(alpha(450, 420)).to.equal(0);
    expect(alpha(450, 530)).to.equal(255);
    expect(alpha(210, 540)).to.equal(255);
  });
});
