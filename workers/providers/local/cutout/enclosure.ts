import { barrierFromBorder } from './barrier.ts';
import type { Difference } from './difference.ts';
import type { Ground } from './ground.ts';
import type { LabImage } from './lab.ts';
import { median } from './polynomial.ts';

/**
 * How sharp an edge must be crossed to reach each pixel from the picture border. A soft shadow is
 * reached without any; the white front of a product on white is not, however alike the colours are.
 */
export interface Enclosure {
  barrier: Float32Array;
  /** Sharpest step the ground itself shows, Lab per pixel: anything above encloses. */
  soft: number;
  /** Share of its score that an open shadow keeps right below `soft`. */
  openShare: number;
}

// Shadow borders measured 0.6 to 2.2 on photos; on computed white, where no noise hides an outline, under 1.
const SOFT = { photo: 2.2, computed: 1, computedNoise: 0.15, textureFactor: 3 };

export function findEnclosure(image: LabImage, edges: Float32Array, ground: Ground): Enclosure {
  const computed = ground.sigma < SOFT.computedNoise;
  const soft = computed ? SOFT.computed : SOFT.photo;
  const barrier = barrierFromBorder(edges, image.width, image.height);
  return {
    barrier,
    soft: Math.max(soft, SOFT.textureFactor * borderTexture(image, edges)),
    openShare: computed ? 0.3 : 1,
  };
}

/** Scores with open shadow taken down and enclosed ground colour lifted above the loose threshold. */
export function weighEnclosure(
  score: Float32Array,
  { shadow }: Difference,
  { barrier, soft, openShare }: Enclosure,
  loose: number,
): Float32Array {
  return score.map((s, i) => {
    const enclosed = barrier[i]! / soft;
    if (enclosed >= 1) return Math.max(s, loose * Math.min(2, enclosed));
    return shadow[i] ? openShare * s * enclosed * enclosed : s;
  });
}

function borderTexture({ width, height }: LabImage, edges: Float32Array): number {
  const rim: number[] = [];
  for (let x = 2; x < width - 2; x++) rim.push(edges[2 * width + x]!, edges[(height - 3) * width + x]!);
  for (let y = 2; y < height - 2; y++) rim.push(edges[y * width + 2]!, edges[y * width + width - 3]!);
  return median(Float64Array.from(rim, (value) => value ?? 0));
}
