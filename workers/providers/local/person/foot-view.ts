import { type Plane, sample } from '../plane.ts';
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
/** How far the view reaches above the ankles and to each side, in shoulders. */
const reach = { up: 2, aside: 1.3 };
/**
 * Sizes of the network's looks, in views. White shoes on pale ground are missed at one size or swallow the ground at
 * another, and at which follows from the picture's grain; two of three were right at 550–2048 px on two photos.
 */
const looks = [1, 1.15, 1.3] as const;

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
  const image = { data: await cropped(scene, area, side), width: side, height: side };
  const scale = side / width;
  const seen = outline ? await agreed(outline, scene, area, image) : readOff(person, area, scale, side);
  const rough = { data: seen, width: side, height: side };
  return { area, side, scale, image, person: guided(image, rough, 2, 1e-4) };
}

/** What two of the three looks say. */
async function agreed(outline: Network, scene: Pixels, area: Rect, image: Pixels): Promise<Float32Array> {
  const [near, middle, far] = [
    await look(outline, image.data),
    await wider(outline, scene, area, looks[1]),
    await wider(outline, scene, area, looks[2]),
  ];
  return near.map((a, i) => {
    const [b, c] = [middle[i]!, far[i]!];
    return Math.max(Math.min(a, b), Math.min(c, Math.max(a, b)));
  });
}

const look = async (outline: Network, bytes: Uint8Array): Promise<Float32Array> =>
  Float32Array.from(await outline.run(Float32Array.from(bytes, (byte) => byte / 255)));

/** The network's answer for more of the scene, read in the cells of `area`; ankles stay at the same share of both. */
async function wider(outline: Network, scene: Pixels, area: Rect, times: number): Promise<Float32Array> {
  const { side } = outline;
  const ankles = reach.up / (2 * reach.aside);
  const left = (0.5 * (times - 1)) / times;
  const top = (ankles * (times - 1)) / times;
  const around = {
    x: area.x - left * times * area.width,
    y: area.y - top * times * area.height,
    width: area.width * times,
    height: area.height * times,
  };
  const data = await look(outline, await cropped(scene, around, side));
  const answer = { data, width: side, height: side };
  return data.map((_, i) => {
    const x = left * side + ((i % side) + 0.5) / times;
    const y = top * side + (Math.floor(i / side) + 0.5) / times;
    return sample(answer, x - 0.5, y - 0.5);
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
