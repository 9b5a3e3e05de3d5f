import type { Plane } from '../plane.ts';
import type { Pixels, Rect } from '../types.ts';
import { cropped } from './crop.ts';
import { guided } from './guided-filter.ts';
import type { Network } from './models.ts';
import { personAt } from './outline.ts';
import { midway, type Point } from './points.ts';
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
/**
 * How far the view reaches above the ankles and to each side, in shoulders. Measured on two photos: from 3.2 the
 * outline of the whole person swallows the ground, from 1.5 the network no longer knows that these are legs.
 */
const reach = { up: 2, aside: 1.3 };

/** Where nothing says otherwise. */
const usualSide = 256;

/** Looks again at the lower legs alone: in the outline of the whole person feet are a few soft cells. */
export async function footView(
  scene: Pixels,
  person: Person,
  unit: number,
  ankles: readonly [Point, Point],
  outline: Network | undefined,
): Promise<FootView> {
  const middle = midway(...ankles);
  const side = outline?.side ?? usualSide;
  const width = unit * reach.aside * 2;
  const area = { x: middle.x - width / 2, y: middle.y - unit * reach.up, width, height: width };
  const bytes = await cropped(scene, area, side);
  const image = { data: bytes, width: side, height: side };
  const scale = side / width;
  const seen = outline
    ? Float32Array.from(await outline.run(Float32Array.from(bytes, (byte) => byte / 255)))
    : readOff(person, area, scale, side);
  const rough = { data: seen, width: side, height: side };
  return { area, side, scale, image, person: guided(image, rough, 2, 1e-4) };
}

function readOff(person: Person, area: Rect, scale: number, side: number): Float32Array {
  return new Float32Array(side * side).map((_, i) =>
    personAt(person, {
      x: area.x + ((i % side) + 0.5) / scale,
      y: area.y + (Math.floor(i / side) + 0.5) / scale,
    }),
  );
}
