import type { Network } from '../../networks/network.ts';
import { floats } from '../../pixels/arrays.ts';
import { guided } from '../../pixels/guided-filter.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { type Plane, sample } from '../../pixels/plane.ts';
import { midway, type Point } from '../../pixels/points.ts';
import type { Rect } from '../../pixels/rect.ts';
import { cropped } from './crop.ts';
import { personAt } from './outline.ts';
import type { Person } from './read-person.ts';

/** A close-up of shins and feet: `side` × `side` cells of `area`. */
export interface FootView {
  area: Rect;
  side: number;
  /** Cells per scene pixel. */
  scale: number;
  /** RGB. */
  image: Pixels;
  /** Share of person per cell. White shoes on pale ground reach a third, objects in the background less. */
  person: Plane;
}

/** A cell with more than this is foot or leg. */
export const onFoot = 0.25;
/** How far the view reaches above the ankles and to each side, in shoulders. */
const reach = { up: 1.8, aside: 1.3 };
/** The same for the network, which mistakes ground for feet where its input shows more of it. */
const networkReach = { ...reach, up: 2 };
/**
 * Sizes of the network's inputs, in views. White shoes on pale ground are missed at one size or merge with the
 * ground at another, depending on the image's grain; two of three were right at 550–2048 px on two photos.
 */
const inputSizes = [1, 1.15, 1.3] as const;

const defaultSide = 256;

/**
 * Runs the network on the lower legs alone: in the outline of the whole person feet are only a few soft cells.
 * `closeness`: magnification relative to the usual view.
 */
export async function footView(
  scene: Pixels,
  person: Person,
  unit: number,
  ankles: readonly [Point, Point],
  outline: Network | undefined,
  closeness = 1,
): Promise<FootView> {
  const middle = midway(...ankles);
  const side = outline?.side ?? defaultSide;
  const area = areaAround(middle, unit, reach);
  const image = { data: await cropped(scene, area, side), width: side, height: side };
  const scale = side / area.width;
  const seen = outline
    ? await medianOutline(outline, scene, middle, unit / closeness, { area, side })
    : sampleOutline(person, area, scale, side);
  const rough = { data: seen, width: side, height: side };
  return { area, side, scale, image, person: guided(image, rough, 2, 1e-4) };
}

function areaAround({ x, y }: Point, unit: number, { up, aside }: typeof reach): Rect {
  const width = unit * aside * 2;
  return { x: x - width / 2, y: y - unit * up, width, height: width };
}

/** The median of three inputs of different sizes. */
async function medianOutline(
  outline: Network,
  scene: Pixels,
  middle: Point,
  unit: number,
  view: Pick<FootView, 'area' | 'side'>,
): Promise<Float32Array> {
  const results: Float32Array[] = [];
  for (const size of inputSizes)
    results.push(await getOutline(outline, scene, areaAround(middle, unit * size, networkReach), view));
  const [near, wide, widest] = results as [Float32Array, Float32Array, Float32Array];
  return near.map((a, i) => {
    const [b, c] = [wide[i]!, widest[i]!];
    return Math.max(Math.min(a, b), Math.min(c, Math.max(a, b)));
  });
}

/** The network's result for a part of the scene, sampled at the view's cells; 0 outside the part. */
async function getOutline(
  outline: Network,
  scene: Pixels,
  shown: Rect,
  { area, side }: Pick<FootView, 'area' | 'side'>,
): Promise<Float32Array> {
  const bytes = await cropped(scene, shown, outline.side);
  const data = await outline.run(floats(bytes.length, (i) => bytes[i]! / 255));
  const result = { data, width: outline.side, height: outline.side };
  const cell = (area.width / side) * (outline.side / shown.width);
  const left = ((area.x - shown.x) * outline.side) / shown.width;
  const top = ((area.y - shown.y) * outline.side) / shown.height;
  return floats(side * side, (i) => {
    const x = left + ((i % side) + 0.5) * cell;
    const y = top + (Math.floor(i / side) + 0.5) * cell;
    const inside = x > 0 && y > 0 && x < outline.side && y < outline.side;
    return inside ? sample(result, x - 0.5, y - 0.5) : 0;
  });
}

function sampleOutline(person: Person, area: Rect, scale: number, side: number): Float32Array {
  return new Float32Array(side * side).map((_, i) =>
    personAt(person, {
      x: area.x + ((i % side) + 0.5) / scale,
      y: area.y + (Math.floor(i / side) + 0.5) / scale,
    }),
  );
}
