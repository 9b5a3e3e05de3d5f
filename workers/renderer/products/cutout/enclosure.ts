import type { LabImage } from '../../pixels/lab.ts';
import { upperMedian } from '../../pixels/polynomial.ts';
import { type Background, LINE_REACH } from './background.ts';
import { barrierFromBorder } from './barrier.ts';
import type { Difference } from './difference.ts';
import { windowExtreme } from './window-extreme.ts';

/**
 * How sharp an edge must be crossed to reach each pixel from the image border. A soft shadow is reached without
 * crossing any; the white front of a product on white is not, however similar the colors are.
 */
export interface Enclosure {
  barrier: Float32Array;
  /** The same behind the edge: without the pixels of its own slope. */
  behind: Float32Array;
  /** Sharpest step of the background itself, Lab per pixel: any sharper edge encloses. */
  soft: number;
  /** True for a background without camera noise, such as an image flattened on white. */
  computed: boolean;
}

// Shadow borders measured 0.6 to 2.2 on photos; on computed white, where no noise hides an outline, under 1.
const SOFT = { photo: 2.2, computed: 1, computedNoise: 0.15, textureFactor: 3 };

// The slope of an edge extends 1 to 2 px beyond it: only pixels behind that are enclosed.
const SLOPE_REACH = { photo: 2, computed: 1 };
// On a computed background only shadows fade out without an edge.
const OPEN_SHARE_COMPUTED = 0.3;
const FLOOR_FIT = 5;

export function findEnclosure(
  image: LabImage,
  edges: Float32Array,
  background: Background,
  difference: Difference,
): Enclosure {
  const { width, height } = image;
  const computed = background.sigma < SOFT.computedNoise;
  const texture = SOFT.textureFactor * borderTexture(image, edges);
  const barrier = barrierFromBorder(openFloorLine(edges, background, difference), width, height);
  return {
    barrier,
    behind: windowExtreme(barrier, width, height, computed ? SLOPE_REACH.computed : SLOPE_REACH.photo, -1),
    soft: Math.max(computed ? SOFT.computed : SOFT.photo, texture),
    computed,
  };
}

/** Lowers the scores of open shadow and raises enclosed background colors above the loose threshold. */
export function weighEnclosure(
  score: Float32Array,
  { shadow }: Difference,
  { barrier, behind, soft, computed }: Enclosure,
  loose: number,
): Float32Array {
  const openShare = computed ? OPEN_SHARE_COMPUTED : 1;
  return score.map((s, i) => {
    const enclosed = barrier[i]! / soft;
    if (enclosed < 1) return shadow[i] ? openShare * s * enclosed * enclosed : s;
    return behind[i]! < soft ? s : Math.max(s, loose * Math.min(2, behind[i]! / soft));
  });
}

/** Removes the edge between wall and floor: it encloses no product. */
function openFloorLine(edges: Float32Array, background: Background, difference: Difference): Float32Array {
  if (!background.floorLine) return edges;
  const { left, right } = background.floorLine;
  const width = background.color.width;
  return edges.map((value, i) => {
    const row = left + ((right - left) * (i % width)) / width;
    const near = Math.abs(((i / width) | 0) - row) <= LINE_REACH + 1;
    return near && difference.plain[i]! < FLOOR_FIT ? 0 : value;
  });
}

function borderTexture({ width, height }: LabImage, edges: Float32Array): number {
  const rim: number[] = [];
  for (let x = 2; x < width - 2; x++) rim.push(edges[2 * width + x]!, edges[(height - 3) * width + x]!);
  for (let y = 2; y < height - 2; y++) rim.push(edges[y * width + 2]!, edges[y * width + width - 3]!);
  return upperMedian(Float64Array.from(rim, (value) => value ?? 0));
}
