import type { Pixels } from '../types.ts';
import type { Frame, Side } from './body.ts';
import type { WornLayer } from './draw-garment.ts';
import { personAt } from './outline.ts';
import type { Person } from './read-person.ts';
import { spreadOf } from './spread.ts';
import { type Lie, laid } from './turned.ts';

/** An ankle is believed from this score on. */
const seen = 0.3;

/** A pair goes across both feet; a single shoe on each foot, toes outwards as feet stand. */
export async function shoes(
  cutout: Pixels,
  scene: Pixels,
  person: Person,
  frame: Frame,
): Promise<WornLayer | undefined> {
  const sides = frame.sides.filter(
    ({ seen: { ankle }, ankle: at }) => ankle >= seen && at.y < scene.height * 0.99,
  );
  if (sides.length === 0) return undefined;
  const feet = sides.map((side) => footOf(side, person, frame));
  if (!isSingle(cutout)) {
    const left = Math.min(...feet.map((foot) => foot.left));
    const right = Math.max(...feet.map((foot) => foot.right));
    const bottom = Math.max(...feet.map((foot) => foot.bottom));
    return laid(
      cutout,
      standing(cutout, (left + right) / 2, Math.max((right - left) * 1.05, frame.unit * 0.75), bottom),
      scene,
    );
  }
  const layers = await Promise.all(
    feet.map((foot, k) => {
      const width = Math.max((foot.right - foot.left) * 1.15, frame.unit * 0.5);
      const centre = (foot.left + foot.right) / 2;
      const outward = feet.length === 2 ? (k === 0 ? -1 : 1) : 1;
      const lie = standing(cutout, centre + outward * width * 0.06, width, foot.bottom);
      return laid(cutout, { ...lie, mirrored: toeSide(cutout) !== outward }, scene);
    }),
  );
  return merged(layers.filter((layer) => layer !== undefined));
}

function standing(cutout: Pixels, middle: number, width: number, bottom: number): Lie {
  const height = (width * cutout.height) / cutout.width;
  return { centre: { x: middle, y: bottom - height * 0.47 }, width, height, along: { x: 1, y: 0 } };
}

/** One shoe from the side is long and low; two beside each other are not. Laces in the air hardly count. */
function isSingle(cutout: Pixels): boolean {
  const { across, along } = spreadOf(cutout);
  return along / across > 2.05;
}

/** −1 where the toe points left: the toe's half is the lower one. */
function toeSide({ data, width, height }: Pixels): -1 | 1 {
  let [left, right] = [0, 0];
  for (let y = 0; y < height >> 1; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3]! < 128) continue;
      if (x < width >> 1) left++;
      else right++;
    }
  }
  return left < right ? -1 : 1;
}

/** Layers side by side as one. */
function merged(layers: WornLayer[]): WornLayer | undefined {
  if (layers.length < 2) return layers[0];
  const x = Math.min(...layers.map(({ rect }) => rect.x));
  const y = Math.min(...layers.map(({ rect }) => rect.y));
  const width = Math.max(...layers.map(({ rect }) => rect.x + rect.width)) - x;
  const height = Math.max(...layers.map(({ rect }) => rect.y + rect.height)) - y;
  const data = new Uint8Array(width * height * 4);
  for (const { rect, pixels } of layers) {
    for (let row = 0; row < rect.height; row++) {
      for (let column = 0; column < rect.width; column++) {
        const from = (row * rect.width + column) * 4;
        const to = ((rect.y - y + row) * width + rect.x - x + column) * 4;
        if (pixels.data[from + 3]! > data[to + 3]!) data.set(pixels.data.subarray(from, from + 4), to);
      }
    }
  }
  return { rect: { x, y, width, height }, pixels: { data, width, height } };
}

/**
 * A foot that the outline has lost (white shoes on a white floor): half its width, and how far it reaches below
 * the ankle; shares of the unit. Seen from straight ahead a sole is 0.22 below, from above twice as much and more.
 */
const usualFoot = { half: 0.2, below: 0.45 };
/** Less than this below the ankle is no foot. */
const leastFoot = 0.3;

/** Extent of a foot: what the outline shows below the ankle. */
function footOf(
  { ankle }: Side,
  person: Person,
  frame: Frame,
): { left: number; right: number; bottom: number } {
  const reach = frame.unit * 0.42;
  const found = { left: ankle.x, right: ankle.x, bottom: ankle.y + frame.unit * 0.12 };
  const step = Math.max(1, 1 / person.scale);
  for (let y = ankle.y; y < ankle.y + reach; y += step) {
    for (let x = ankle.x - reach; x < ankle.x + reach; x += step) {
      if (personAt(person, { x, y }) < 0.5) continue;
      found.left = Math.min(found.left, x);
      found.right = Math.max(found.right, x);
      found.bottom = Math.max(found.bottom, y);
    }
  }
  if (found.bottom >= ankle.y + frame.unit * leastFoot) return found;
  return {
    left: Math.min(found.left, ankle.x - frame.unit * usualFoot.half),
    right: Math.max(found.right, ankle.x + frame.unit * usualFoot.half),
    bottom: ankle.y + frame.unit * usualFoot.below,
  };
}
