import { expect } from 'chai';
import { planProduct } from '../../../../../workers/renderer/products/classify.ts';
import type { Perspective } from '../../../../../workers/renderer/scene/perspective.ts';
import { layRug, rugQuad } from '../../../../../workers/renderer/scene/rug-perspective.ts';

const perspective: Perspective = {
  horizon: 400,
  cameraCm: 150,
  focal: 1200,
  floorTop: 600,
  wallScale: 2,
};

const quad = rugQuad(
  perspective,
  planProduct({ category: 'Rugs', tags: ['200x140 cm'] }, 1.4),
  1,
  600,
  900,
  2000,
);

describe('a rug in perspective', () => {
  it('is narrower at its far edge, and its sides meet on the horizon', () => {
    const [farLeft, farRight, nearRight, nearLeft] = [quad[0]!, quad[1]!, quad[2]!, quad[3]!];
    const far = farRight[0] - farLeft[0];
    const near = nearRight[0] - nearLeft[0];
    expect(far).to.be.below(near);
    // Widths on a plane are proportional to the distance from the horizon.
    expect(far / near).to.be.closeTo((farLeft[1] - 400) / (nearLeft[1] - 400), 1e-6);
  });

  it('maps the four quarters of the pattern to the four quarters of the floor', async () => {
    const size = 64;
    const data = Buffer.alloc(size * size * 4, 255);
    for (let i = 0; i < size * size; i++) {
      data[i * 4] = i % size < size / 2 ? 255 : 0;
      data[i * 4 + 1] = i < (size * size) / 2 ? 255 : 0;
      data[i * 4 + 2] = 0;
    }
    const left = Math.floor(quad[3]![0]);
    const top = Math.floor(quad[0]![1]);
    const box = {
      x: left,
      y: top,
      width: Math.ceil(quad[2]![0]) - left,
      height: Math.ceil(quad[2]![1]) - top,
    };
    const laid = await layRug({ data, width: size, height: size }, quad, box);
    const at = (x: number, y: number) => [
      ...laid.data.subarray((y * box.width + x) * 4, (y * box.width + x) * 4 + 4),
    ];
    const middle = Math.round(box.width / 2);
    expect(at(middle - 30, 6)).to.deep.equal([255, 255, 0, 255]);
    expect(at(middle + 30, 6)).to.deep.equal([0, 255, 0, 255]);
    expect(at(middle - 30, box.height - 6)).to.deep.equal([255, 0, 0, 255]);
    expect(at(middle + 30, box.height - 6)).to.deep.equal([0, 0, 0, 255]);
    expect(at(0, 0)[3]).to.equal(0);
  });
});
