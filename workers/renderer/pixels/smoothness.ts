import type { GridEdges } from './grid-graph.ts';
import type { LabImage } from './lab.ts';

/** Fixed point of all graph costs: one Lab unit is this many capacity units. */
export const COST_UNIT = 16;

const STRENGTH = 7;
/** Minimum cost of a cut, even through the sharpest edge, as a share: keeps the outline smooth. */
const FLOOR = 0.04;

/** Costs of cutting between neighbours: high inside an even area, low across a color edge. */
export function smoothness(image: LabImage): GridEdges {
  const { width } = image;
  const beta = 1 / (2 * Math.max(2, meanSquareStep(image)));
  const cost = (step: number, length: number): Int32Array => {
    const out = new Int32Array(image.l.length);
    const strength = (STRENGTH * COST_UNIT) / length;
    for (let i = 0; i + step < out.length; i++) {
      out[i] = strength * (FLOOR + (1 - FLOOR) * Math.exp(-beta * squareStep(image, i, i + step)));
    }
    return out;
  };
  return {
    right: cost(1, 1),
    down: cost(width, 1),
    fall: cost(width + 1, Math.SQRT2),
    rise: cost(width - 1, Math.SQRT2),
  };
}

function squareStep(image: LabImage, i: number, j: number): number {
  const dl = image.l[i]! - image.l[j]!;
  const da = image.a[i]! - image.a[j]!;
  const db = image.b[i]! - image.b[j]!;
  return dl * dl + da * da + db * db;
}

function meanSquareStep(image: LabImage): number {
  let sum = 0;
  const n = image.l.length - image.width;
  for (let i = 0; i < n; i++) sum += squareStep(image, i, i + image.width);
  return sum / Math.max(1, n);
}
