import type { Network } from '../../networks/network.ts';
import { type Corner, drawnAffine } from '../../pixels/affine.ts';
import { softBlur } from '../../pixels/blur.ts';
import { clamp } from '../../pixels/clamp.ts';
import type { Layer } from '../../pixels/layer.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { type Plane, sample } from '../../pixels/plane.ts';
import type { Point } from '../../pixels/points.ts';
import type { Frame } from '../body/body.ts';
import type { Foot } from '../body/feet.ts';
import { findFeet } from '../body/find-feet.ts';
import type { FootView } from '../body/foot-view.ts';
import type { Person } from '../body/read-person.ts';
import type { Worn } from '../garments/worn.ts';
import { removeOldShoes } from './old-shoes.ts';
import { placeShoe, type ShoePlacement } from './shoe-placement.ts';
import { type Shoe, type ShoePhoto, shoesIn } from './shoe-shape.ts';
import { getSole, soleShadow } from './sole-shadow.ts';

/** Minimum score of a visible ankle. */
const minScore = 0.25;

/**
 * Puts shoes on the feet and paints over the old ones. Undefined when no feet are in the image, or when the
 * photo shows two shoes that cannot be separated.
 */
export async function shoesOn(
  cutout: Pixels,
  scene: Pixels,
  person: Person,
  frame: Frame,
  outline: Network | undefined,
): Promise<Worn | undefined> {
  const [left, right] = frame.sides.map(({ seen: { ankle: score }, ankle }) =>
    score >= minScore && ankle.y < scene.height * 0.99 ? ankle : undefined,
  );
  if (!left && !right) return undefined;
  const photo = await shoesIn(cutout);
  const found = await findFeet(scene, person, frame.unit, [left, right], outline);
  if (!found) return undefined;
  const { view, feet } = found;
  const pairs = assignShoes(photo, feet, frame.unit * view.scale);
  if (!pairs) return undefined;
  const legs = getLegs(feet, view.side);
  const corners = pairs.map(({ placement }) => inScene(placement.corner, view));
  const drawn = await Promise.all(
    pairs.map(({ shoe }, k) =>
      drawnAffine(shoe.cutout, [shoe.at(0, 0), shoe.at(1, 0), shoe.at(0, 1)], corners[k]!, scene),
    ),
  );
  const visibleShoes = drawn.filter((one) => one !== undefined);
  const layer = mergeLayers(visibleShoes);
  if (!layer) return undefined;
  behindLegs(layer, legs, view);
  return {
    ...layer,
    under: removeOldShoes(
      scene,
      view,
      frame.unit,
      feet,
      pairs.map(({ placement }) => placement),
      legs,
    ),
    shadow: soleShadow(visibleShoes.map(getSole), frame.unit),
  };
}

interface ShoeOnFoot {
  shoe: Shoe;
  placement: ShoePlacement;
}

/** Assigns a shoe to each foot; undefined for two shoes that overlap. */
function assignShoes({ kind, shoes: found }: ShoePhoto, feet: Foot[], u: number): ShoeOnFoot[] | undefined {
  if (kind === 'together') return undefined;
  return feet.map((foot, k) => {
    const shoe = found[k % found.length]!;
    return { shoe, placement: placeShoe(foot, shoe, u, feet.length === 2 && k === 0 ? -1 : 1) };
  });
}

const inScene = (corner: Corner, { area, scale }: FootView): Corner => {
  const at = ({ x, y }: Point): Point => ({ x: area.x + x / scale, y: area.y + y / scale });
  return [at(corner[0]), at(corner[1]), at(corner[2])];
};

/** The legs without their last cell, which blends with the old shoe. */
function getLegs(feet: Foot[], side: number): Plane {
  const data = new Float32Array(side * side).map((_, i) =>
    feet.some(({ leg }) => leg.data[i] === 1) ? 1 : 0,
  );
  const soft = softBlur({ data, width: side, height: side }, 1);
  return { ...soft, data: soft.data.map((share) => clamp((share - 0.62) * 3.5, 0, 1)) };
}

function behindLegs({ rect, pixels }: Layer, legs: Plane, { area, scale }: FootView): void {
  for (let i = 0; i < rect.width * rect.height; i++) {
    if (pixels.data[i * 4 + 3] === 0) continue;
    const x = (rect.x + (i % rect.width) + 0.5 - area.x) * scale;
    const y = (rect.y + Math.floor(i / rect.width) + 0.5 - area.y) * scale;
    const leg = sample(legs, x - 0.5, y - 0.5);
    if (leg > 0) pixels.data[i * 4 + 3] = Math.round(pixels.data[i * 4 + 3]! * (1 - leg));
  }
}

/** Merges layers; those that reach lower in the image are in front. */
function mergeLayers(layers: Layer[]): Layer | undefined {
  if (layers.length < 2) return layers[0];
  const x = Math.min(...layers.map(({ rect }) => rect.x));
  const y = Math.min(...layers.map(({ rect }) => rect.y));
  const width = Math.max(...layers.map(({ rect }) => rect.x + rect.width)) - x;
  const height = Math.max(...layers.map(({ rect }) => rect.y + rect.height)) - y;
  const data = new Uint8Array(width * height * 4);
  const bottom = ({ rect }: Layer) => rect.y + rect.height;
  for (const { rect, pixels } of [...layers].sort((p, q) => bottom(p) - bottom(q))) {
    for (let i = 0; i < rect.width * rect.height; i++) {
      const to = (rect.y - y + Math.floor(i / rect.width)) * width + rect.x - x + (i % rect.width);
      over(data, to * 4, pixels.data, i * 4);
    }
  }
  return { rect: { x, y, width, height }, pixels: { data, width, height } };
}

/** Straight RGBA over straight RGBA. */
function over(data: Uint8Array, o: number, top: Uint8Array, t: number): void {
  const upper = top[t + 3]! / 255;
  if (upper === 0) return;
  const lower = (data[o + 3]! / 255) * (1 - upper);
  const alpha = upper + lower;
  for (let c = 0; c < 3; c++) data[o + c] = Math.round((top[t + c]! * upper + data[o + c]! * lower) / alpha);
  data[o + 3] = Math.round(alpha * 255);
}
