import { expect } from 'chai';
import { type Mesh, tornShare } from '../../../../../workers/renderer/pixels/mesh.ts';
import type { Point } from '../../../../../workers/renderer/pixels/points.ts';

/** A grid of 4 × 4 points, 10 apart, drawn where `move` puts them. */
function mesh(move: (p: Point) => Point): Mesh {
  const source = Array.from({ length: 16 }, (_, i) => ({ x: (i % 4) * 10, y: Math.floor(i / 4) * 10 }));
  const ones = source.map(() => 1);
  return { columns: 4, rows: 4, source, target: source.map(move), weight: ones, own: ones };
}

describe('a mesh of a garment', () => {
  it('is whole when it is scaled, turned, sheared or bent a little', () => {
    for (const move of [
      ({ x, y }: Point) => ({ x: 3 * x, y: 3 * y }),
      ({ x, y }: Point) => ({ x: -y, y: x }),
      ({ x, y }: Point) => ({ x: x + y / 2, y }),
      ({ x, y }: Point) => ({ x: x * (1 + y / 40), y }),
    ])
      expect(tornShare(mesh(move))).to.equal(0);
  });

  it('is torn where a triangle is turned over or torn out', () => {
    const at = (from: Point, to: Point) => (p: Point) => (p.x === from.x && p.y === from.y ? to : p);
    expect(tornShare(mesh(at({ x: 10, y: 10 }, { x: 25, y: 12 })))).to.be.above(0.04);
    expect(tornShare(mesh(at({ x: 30, y: 30 }, { x: 160, y: 170 })))).to.be.above(0.3);
  });
});
