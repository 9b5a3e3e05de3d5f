import { expect } from 'chai';
import fc from 'fast-check';
import { gridCut } from '../../../../../workers/renderer/pixels/graph-cut.ts';
import type { GridEdges } from '../../../../../workers/renderer/pixels/grid-graph.ts';

interface Grid {
  width: number;
  height: number;
  terminal: Int32Array;
  edges: GridEdges;
}

const grids = fc
  .record({ width: fc.integer({ min: 1, max: 4 }), height: fc.integer({ min: 1, max: 3 }) })
  .chain(({ width, height }) => {
    const n = width * height;
    const costs = fc.array(fc.nat(20), { minLength: n, maxLength: n }).map((list) => Int32Array.from(list));
    return fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      terminal: fc
        .array(fc.integer({ min: -30, max: 30 }), { minLength: n, maxLength: n })
        .map((list) => Int32Array.from(list)),
      edges: fc.record({ right: costs, down: costs, fall: costs, rise: costs }),
    });
  });

/** Cost of a labelling, by its definition. */
function cost({ width, height, terminal, edges }: Grid, label: (i: number) => number): number {
  let sum = 0;
  const pair = (i: number, x: number, y: number, price: number) => {
    if (x >= 0 && x < width && y < height && label(i) !== label(y * width + x)) sum += price;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const t = terminal[i]!;
      if (t > 0 && label(i) === 0) sum += t;
      if (t < 0 && label(i) === 1) sum -= t;
      pair(i, x + 1, y, edges.right[i]!);
      pair(i, x, y + 1, edges.down[i]!);
      pair(i, x + 1, y + 1, edges.fall[i]!);
      pair(i, x - 1, y + 1, edges.rise[i]!);
    }
  }
  return sum;
}

describe('grid cut', () => {
  it('finds the cheapest of all labellings on small grids', () => {
    fc.assert(
      fc.property(grids, (grid) => {
        let best = Number.POSITIVE_INFINITY;
        for (let bits = 0; bits < 1 << (grid.width * grid.height); bits++) {
          best = Math.min(
            best,
            cost(grid, (i) => (bits >> i) & 1),
          );
        }
        const labels = gridCut(grid.width, grid.height, grid.terminal, grid.edges);
        expect(cost(grid, (i) => labels[i]!)).to.equal(best);
      }),
      { numRuns: 400 },
    );
  });

  it('cuts a large noisy disc along its rim', () => {
    const size = 200;
    const terminal = new Int32Array(size * size);
    const edges = { right: flat(), down: flat(), fall: flat(), rise: flat() };
    function flat() {
      return new Int32Array(size * size).fill(40);
    }
    const inside = (i: number) => Math.hypot((i % size) - 100, Math.floor(i / size) - 100) < 60;
    for (let i = 0, seed = 1; i < terminal.length; i++) {
      seed = (seed * 48271) % 2147483647;
      terminal[i] = (inside(i) ? 60 : -60) + ((seed % 161) - 80);
    }
    const labels = gridCut(size, size, terminal, edges);
    const wrong = labels.reduce((sum, label, i) => sum + (label === (inside(i) ? 1 : 0) ? 0 : 1), 0);
    expect(wrong).to.be.below(40);
  });
});
