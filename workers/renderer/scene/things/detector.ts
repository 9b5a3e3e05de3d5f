import { loadNetwork, loadOnce, modelOfPackage } from '../../../networks/network.ts';
import { cropped } from '../../people/body/crop.ts';
import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import type { Rect } from '../../pixels/rect.ts';
import { getLeastScore, kindAt, type Thing } from './thing.ts';

/** Finds the things in a scene (RGB); empty without a detector. */
export type Detect = (scene: Pixels) => Promise<Thing[]>;

/** Two boxes that share more of their union than this are one thing. */
const sameThing = 0.45;
/** Values of one detection in the network's output. */
const columns = 6;

const loadDetector = loadOnce(async () =>
  loadNetwork({ path: modelOfPackage('centernet'), side: 512, output: 'tower_0/detections' }),
);

/** Detects with CenterNet, loaded once in this thread on first use. */
export const detectThings: Detect = async (scene) => {
  const network = await loadDetector();
  const side = Math.max(scene.width, scene.height);
  // Letterboxed: stretched to a square, upright rooms lose their furniture.
  const square = { x: (scene.width - side) / 2, y: (scene.height - side) / 2, width: side, height: side };
  const input = await cropped(scene, square, network.side);
  return readThings(await network.run(Float32Array.from(input)), square, side / network.side, scene);
};

/** Maps the network's rows of x1, y1, x2, y2, score and class to things in scene pixels, the most certain first. */
export function readThings(found: Float32Array, square: Rect, scale: number, scene: Pixels): Thing[] {
  const things: Thing[] = [];
  for (let row = 0; row + columns <= found.length; row += columns) {
    const [x1, y1, x2, y2, score, index] = found.subarray(row, row + columns) as unknown as Row;
    const kind = kindAt(index);
    if (!kind || score < getLeastScore(kind)) continue;
    const left = clamp(square.x + x1 * scale, 0, scene.width);
    const top = clamp(square.y + y1 * scale, 0, scene.height);
    const rect = {
      x: left,
      y: top,
      width: clamp(square.x + x2 * scale, 0, scene.width) - left,
      height: clamp(square.y + y2 * scale, 0, scene.height) - top,
    };
    if (rect.width > 1 && rect.height > 1) things.push({ kind, score, rect });
  }
  return withoutRepeats(things.sort((p, q) => q.score - p.score));
}

type Row = [number, number, number, number, number, number];

function withoutRepeats(things: Thing[]): Thing[] {
  const kept: Thing[] = [];
  for (const thing of things) {
    if (kept.every((other) => sharedOfUnion(other.rect, thing.rect) < sameThing)) kept.push(thing);
  }
  return kept;
}

function sharedOfUnion(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (a.width * a.height + b.width * b.height - width * height);
}
