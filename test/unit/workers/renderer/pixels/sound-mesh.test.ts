import { expect } from 'chai';
import fc from 'fast-check';
import type { Mesh } from '../../../../../workers/renderer/pixels/mesh.ts';
import type { Point } from '../../../../../workers/renderer/pixels/points.ts';
import { eased, soundTriangles } from '../../../../../workers/renderer/pixels/sound-mesh.ts';
import { expectWhole } from './mesh-triangles.ts';

const source = Array.from({ length: 16 }, (_, i) => ({ x: (i % 4) * 10, y: Math.floor(i / 4) * 10 }));
const ones = source.map(() => 1);

/** A grid of 4 × 4 points, 10 apart, drawn at `target`. */
const meshTo = (target: Point[]): Mesh => ({ columns: 4, rows: 4, source, target, weight: ones, own: ones });
const mesh = (move: (p: Point) => Point): Mesh => meshTo(source.map(move));
/** Triangles of the grid. */
const all = 18;

const coordinate = fc.oneof(
  { weight: 4, arbitrary: fc.double({ min: -400, max: 1200, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 10, 1e6) },
);

describe('the mesh of a garment', () => {
  it('stays as it is fitted when it is scaled, turned, sheared or bent a little', () => {
    for (const move of [
      ({ x, y }: Point) => ({ x: 3 * x, y: 3 * y }),
      ({ x, y }: Point) => ({ x: -y, y: x }),
      ({ x, y }: Point) => ({ x: x + y / 2, y }),
      ({ x, y }: Point) => ({ x: x * (1 + y / 40), y }),
    ]) {
      expect(eased(mesh(move)).plain).to.equal(0);
      expect(soundTriangles(mesh(move))).to.have.length(all);
    }
  });

  it('is straightened where a triangle is turned over or torn out, and nothing of it is left out', () => {
    const at = (from: Point, to: Point) => (p: Point) => (p.x === from.x && p.y === from.y ? to : p);
    for (const torn of [
      at({ x: 10, y: 10 }, { x: 25, y: 12 }),
      at({ x: 30, y: 30 }, { x: 160, y: 170 }),
      ({ x, y }: Point) => ({ x: y > 15 ? -x : x, y }),
    ]) {
      expect(soundTriangles(mesh(torn)).length).to.be.below(all);
      const { mesh: whole, plain } = eased(mesh(torn));
      expect(plain).to.be.above(0);
      expect(soundTriangles(whole)).to.have.length(all);
      expectWhole(whole);
    }
  });

  it('is whole wherever its points are', () => {
    const points = fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(points, (target) => {
        const { mesh: whole } = eased(meshTo(target));
        expectWhole(whole);
        expect(soundTriangles(whole)).to.have.length(all);
      }),
      { numRuns: 300 },
    );
  });
});
