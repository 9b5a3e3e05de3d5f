import { floats } from '../../pixels/arrays.ts';
import { guided } from '../../pixels/guided-filter.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { type Plane, sample } from '../../pixels/plane.ts';
import { midway, type Point } from '../../pixels/points.ts';
import type { Rect } from '../../pixels/rect.ts';
import { cropped } from './crop.ts';
import type { Network } from './models.ts';
import { personAt } from './outline.ts';
import type { Person } from './read-person.ts';

/** Shins and feet seen closely: `side` × `side` cells of `area`. */
export interface FootView {
  area: Rect;
  side: number;
  /** Cells a scene pixel. */
  scale: number;
  /** RGB. */
  image: Pixels;
  /** Share of person per cell. White shoes on pale ground come to a third, ghosts of things behind to less. */
  person: Plane;
}

/** A cell with more than this is foot or leg. */
export const onFoot = 0.25;
/** How far the view reaches above the ankles and to each side, in shoulders. */
const reach = { up: 1.8, aside: 1.3 };
/** The same for the network, which takes ground for feet where it is shown more of it. */
const networkReach = { ...reach, up: 2 };
/**
 * Sizes of the network's looks, in views. White shoes on pale ground are missed at one size or swallow the ground at
 * another, and at which follows from the picture's grain; two of three were right at 550–2048 px on two photos.
 */
const looks = [1, 1.15, 1.3] as const;

/** Where nothing says otherwise. */
const usualSide = 256;

/**
 * Looks again at the lower legs alone: in the outline of the whole person feet are a few soft cells. `nearness`: how
 * much closer than usual.
 */
export async function footView(
  scene: Pixels,
  person: Person,
  unit: number,
  ankles: readonly [Point, Point],
  outline: Network | undefined,
  nearness = 1,
): Promise<FootView> {
  const middle = midway(...ankles);
  const side = outline?.side ?? usualSide;
  const area = areaAround(middle, unit, reach);
  const image = { data: await cropped(scene, area, side), width: side, height: side };
  const scale = side / area.width;
  const seen = outline
    ? await agreed(outline, scene, middle, unit / nearness, { area, side })
    : readOff(person, area, scale, side);
  const rough = { data: seen, width: side, height: side };
  return { area, side, scale, image, person: guided(image, rough, 2, 1e-4) };
}

function areaAround({ x, y }: Point, unit: number, { up, aside }: typeof reach): Rect {
  const width = unit * aside * 2;
  return { x: x - width / 2, y: y - unit * up, width, height: width };
}

/** What two of the three looks say. */
async function agreed(
  outline: Network,
  scene: Pixels,
  middle: Point,
  unit: number,
  view: Pick<FootView, 'area' | 'side'>,
): Promise<Float32Array> {
  const answers: Float32Array[] = [];
  for (const times of looks)
    answers.push(await look(outline, scene, areaAround(middle, unit * times, networkReach), view));
  const [near, wide, widest] = answers as [Float32Array, Float32Array, Float32Array];
  return near.map((a, i) => {
    const [b, c] = [wide[i]!, widest[i]!];
    return Math.max(Math.min(a, b), Math.min(c, Math.max(a, b)));
  });
}

/** The network's answer for a part of the scene, read in the view's cells; nothing beyond. */
async function look(
  outline: Network,
  scene: Pixels,
  shown: Rect,
  { area, side }: Pick<FootView, 'area' | 'side'>,
): Promise<Float32Array> {
  const bytes = await cropped(scene, shown, outline.side);
  const data = await outline.run(floats(bytes.length, (i) => bytes[i]! / 255));
  const answer = { data, width: outline.side, height: outline.side };
  const cell = (area.width / side) * (outline.side / shown.width);
  const left = ((area.x - shown.x) * outline.side) / shown.width;
  const top = ((area.y - shown.y) * outline.side) / shown.height;
  return floats(side * side, (i) => {
    const x = left + ((i % side) + 0.5) * cell;
    const y = top + (Math.floor(i / side) + 0.5) * cell;
    const inside = x > 0 && y > 0 && x < outline.side && y < outline.side;
    return inside ? sample(answer, x - 0.5, y - 0.5) : 0;
  });
}

function readOff(person: Person, area: Rect, scale: number, side: number): Float32Array {
  return new Float32Array(side * side).map((_, i) =>
    personAt(person, {
      x: area.x + ((i % side) + 0.5) / scale,
      y: area.y + (Math.floor(i / side) + 0.5) / scale,
    }),
  );
}
