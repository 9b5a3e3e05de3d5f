import { expect } from 'chai';
import type { Mesh } from '../../../../../workers/renderer/pixels/mesh.ts';
import { distance, type Point } from '../../../../../workers/renderer/pixels/points.ts';

/** The bound that the renderer promises: no line of a garment is longer than this, relative to the whole garment. */
const maxStretch = 3;

/** Fails where a triangle of the garment, margins aside, is turned over or stretched beyond the bound. */
export function expectWhole(mesh: Mesh): void {
  const { columns, rows, own, source, target } = mesh;
  const limit = maxStretch * meanStretch(mesh) * 1.0001;
  for (let i = 0; i < columns * (rows - 1); i++) {
    if (i % columns === columns - 1) continue;
    const [right, below, across] = [i + 1, i + columns, i + columns + 1];
    if ([i, right, below, across].some((k) => own[k] === 0)) continue;
    for (const corners of [
      [i, right, below],
      [right, across, below],
    ] as const) {
      const [from, to] = [getArea(source, corners), getArea(target, corners)];
      if (Math.abs(to) < 1e-6) continue;
      expect(Math.sign(to), `triangle ${corners}`).to.equal(Math.sign(from));
      for (const [a, b] of [
        [0, 1],
        [1, 2],
        [2, 0],
      ] as const) {
        const [p, q] = [corners[a], corners[b]];
        expect(distance(target[p]!, target[q]!), `line ${p}–${q}`).to.be.at.most(
          limit * distance(source[p]!, source[q]!) + 1e-6,
        );
      }
    }
  }
}

function getArea(points: Point[], [i, j, k]: readonly [number, number, number]): number {
  const [a, b, c] = [points[i]!, points[j]!, points[k]!];
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/** How much further apart the points of a garment are in the scene than in its photo, in the mean of the squares. */
function meanStretch({ columns, own, source, target }: Mesh): number {
  const spread = (points: Point[]) => {
    const first = points.slice(0, columns);
    const middle = {
      x: first.reduce((sum, { x }) => sum + x, 0) / columns,
      y: first.reduce((sum, { y }) => sum + y, 0) / columns,
    };
    return points.reduce((sum, p, i) => sum + own[i]! * distance(p, middle) ** 2, 0);
  };
  return Math.sqrt(spread(target) / Math.max(1e-9, spread(source)));
}
