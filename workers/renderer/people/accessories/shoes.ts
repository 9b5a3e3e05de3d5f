import type { Shadow } from '../../compose/shadow.ts';
import { type Corner, drawnAffine } from '../../pixels/affine.ts';
import { floats, marked } from '../../pixels/arrays.ts';
import { clamp } from '../../pixels/clamp.ts';
import { dilate } from '../../pixels/distance.ts';
import { fillOut } from '../../pixels/fill-out.ts';
import { hideWhere, type Layer } from '../../pixels/layer.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { type Plane, sample } from '../../pixels/plane.ts';
import { fromSegment, type Point } from '../../pixels/points.ts';
import { boxAround, unbounded } from '../../pixels/rect.ts';
import { type Foot, findFeet } from '../body/feet.ts';
import type { Person } from '../body/read-person.ts';
import type { Figure, Worn } from '../garments/worn.ts';
import { opening, readShoe, type Shoe } from './shoe-shape.ts';

/** Shoulder widths. */
const size = {
  /** Length of a shoe from the side, and minimum length of one seen from the front. */
  length: 0.78,
  least: 0.52,
  /** Distance from the end of the leg to the sole in a side view: more is depth seen from above. */
  below: 0.3,
  /** Maximum width of a foot seen from the front, and how far it may lean inwards. */
  frontal: 0.42,
  lean: 0.2,
  /** Margin around an old shoe. */
  margin: 0.05,
};
/** Maximum slope of a sole, and maximum vertical stretch of a shoe that reaches up to the leg. */
const max = { slope: 0.5, taller: 1.3 };

/**
 * Puts a shoe on each visible foot, behind the leg, and paints over the old ones. Undefined where feet are not seen with
 * certainty, and for photos from which no shoe can be put on.
 */
export async function shoesOn(cutout: Pixels, { scene, person, frame }: Figure): Promise<Worn | undefined> {
  const shoe = await readShoe(cutout);
  const feet = shoe ? findFeet(person, frame) : [];
  if (!shoe || feet.length === 0) return undefined;
  const u = frame.unit * person.scale;
  const view = { scene, scale: person.scale, legs: getLegs(person, feet, u) };
  const under = await withoutOldShoes(view, person.mask, feet, u);
  const from: Corner = [shoe.at(0, 0), shoe.at(1, 0), shoe.at(0, 1)];
  const drawn: Layer[] = [];
  for (const [k, foot] of feet.entries()) {
    const corner = placeShoe(foot, shoe, u, feet.length === 2 && k === 0 ? -1 : 1);
    const [heel, toe, top] = corner;
    const collar = heel.y + opening * (toe.y - heel.y) - shoe.collar * (heel.y - top.y);
    lengthenLeg(under, view, foot, collar + 0.08 * u, u);
    const to = corner.map(({ x, y }) => ({ x: x / view.scale, y: y / view.scale }));
    const layer = await drawnAffine(shoe.cutout, from, [to[0]!, to[1]!, to[2]!], scene);
    if (layer) drawn.push(layer);
  }
  if (drawn.length === 0) return undefined;
  const worn = merged(drawn);
  hideWhere(worn, ({ x, y }) => sample(view.legs, x * view.scale - 0.5, y * view.scale - 0.5));
  return { ...worn, under, shadow: soleShadow(drawn.map(getSole), frame.unit) };
}

/** Returns where the sole is at the heel and at the toe, and the point above the heel at the shoe's height. */
export function placeShoe(foot: Foot, shoe: Shoe, u: number, outward: -1 | 1): Corner {
  const { end, left, right, bottom } = foot;
  const lean = (left + right) / 2 - end.x;
  // Two shoes seen from the front that point the same way would look wrong: those lean only a little.
  const isFrontal = right - left < size.frontal * u && Math.sign(lean) !== outward;
  const toe = Math.abs(lean) > (isFrontal ? size.lean : 0.05) * u ? Math.sign(lean) : outward;
  const length = clamp((right - left) * 1.15, size.least * u, size.length * 1.12 * u);
  const slope = clamp((bottom - end.y - size.below * u) / length, 0, max.slope);
  const natural = end.x - opening * toe * length;
  // Moves the heel just enough to cover the old shoe, without leaving the leg.
  const [low, high] = toe < 0 ? [right, left + length] : [right - length, left];
  const covering = low <= high ? clamp(natural, low, high) : (low + high) / 2;
  const x = clamp(covering, natural - 0.07 * u, natural + 0.07 * u);
  const y = bottom + 0.015 * u - slope * length;
  const height = (size.length * u * shoe.height) / shoe.length;
  const wanted = (y + opening * slope * length - end.y - 0.02 * u) / shoe.collar;
  const top = y - clamp(wanted, height * 0.95, height * max.taller);
  return [
    { x, y },
    { x: x + toe * length, y: y + slope * length },
    { x, y: top },
  ];
}

/** The scene, the pixels of the person's mask per scene pixel, and the share of leg in each. */
interface View {
  scene: Pixels;
  scale: number;
  legs: Plane;
}

/** The person down to the end of each leg, close to its shin. */
function getLegs({ mask }: Person, feet: Foot[], u: number): Plane {
  const data = mask.data.map((share, i) => {
    const [x, y] = [(i % mask.width) + 0.5, Math.floor(i / mask.width) + 0.5];
    const isLeg = ({ end, width, lean }: Foot) =>
      y < end.y && y > end.y - u && Math.abs(x - end.x - lean * (y - end.y)) < width * 0.8 + 0.04 * u;
    return feet.some(isLeg) ? clamp(share * 2 - 0.5, 0, 1) : 0;
  });
  return { ...mask, data };
}

/** Paints ground over the old shoes. */
async function withoutOldShoes(view: View, mask: Plane, feet: Foot[], u: number): Promise<Layer> {
  const { width, height } = mask;
  const old = marked(mask.data, (_, i) => feet.some(({ cells }) => cells[i] === 1));
  const hole = dilate(old, width, height, size.margin * u);
  const near = dilate(hole, width, height, 0.02 * u);
  const share = { ...mask, data: floats(hole.length, (i) => hole[i]! * (1 - view.legs.data[i]!)) };
  const corners = feet.flatMap(({ end, left, right, bottom }) => [
    { x: (left - 0.65 * u) / view.scale, y: (end.y - 0.3 * u) / view.scale },
    { x: (right + 0.65 * u) / view.scale, y: (bottom + 0.35 * u) / view.scale },
  ]);
  const rect = boxAround(corners, view.scene);
  const ground = new Uint8Array(rect.width * rect.height * 4);
  const pixels = { data: ground, width: rect.width, height: rect.height };
  const opacity = new Uint8Array(rect.width * rect.height);
  eachPixel({ rect, pixels }, view, (o, x, y, s) => {
    const i = clamp(Math.round(y), 0, height - 1) * width + clamp(Math.round(x), 0, width - 1);
    for (let c = 0; c < 3; c++) ground[o + c] = view.scene.data[s + c]!;
    ground[o + 3] = near[i] === 0 && mask.data[i]! < 0.15 ? 255 : 0;
    opacity[o >> 2] = Math.round(clamp(sample(share, x, y) * 1.4, 0, 1) * 255);
  });
  const data = await fillOut(pixels);
  for (let i = 0; i < opacity.length; i++) data[i * 4 + 3] = opacity[i]!;
  return { rect, pixels: { ...pixels, data } };
}

/** Continues the leg down to row `to`, into a shoe whose opening is lower than the leg's end: copies the part above. */
function lengthenLeg(layer: Layer, view: View, { end, width, lean }: Foot, to: number, u: number): void {
  const { scene, scale, legs } = view;
  const { data } = layer.pixels;
  eachPixel(layer, view, (o, x, y, s) => {
    const down = y - end.y;
    if (down < -0.06 * u || y > to) return;
    const inside = clamp(width * 0.45 - Math.abs(x - end.x - lean * down), 0, 1);
    const share = inside * Math.min(1, 3 - 3 * sample(legs, x, y));
    // The frayed or dark line at a hem is not copied.
    const up = Math.round((2 * Math.max(0, down) + 0.06 * u) / scale);
    const from = s - 3 * (up * scene.width + Math.round(lean * up));
    if (share === 0 || from < 0) return;
    for (let c = 0; c < 3; c++) data[o + c]! += (scene.data[from + c]! - data[o + c]!) * share;
    data[o + 3] = Math.max(data[o + 3]!, Math.round(share * 255));
  });
}

/** Visits each pixel of a layer: its first byte there, its place in the mask, and its first byte in the scene. */
function eachPixel(
  { rect }: Layer,
  { scale, scene }: View,
  visit: (o: number, x: number, y: number, s: number) => void,
): void {
  for (let i = 0; i < rect.width * rect.height; i++) {
    const [x, y] = [rect.x + (i % rect.width), rect.y + Math.floor(i / rect.width)];
    visit(i * 4, (x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5, (y * scene.width + x) * 3);
  }
}

/** Merges layers; those that reach lower in the image are in front. */
function merged(layers: Layer[]): Layer {
  const bottom = ({ rect }: Layer) => rect.y + rect.height;
  const corners = layers.flatMap((layer) => [
    layer.rect,
    { x: layer.rect.x + layer.rect.width, y: bottom(layer) },
  ]);
  const rect = boxAround(corners, unbounded);
  const data = new Uint8Array(rect.width * rect.height * 4);
  for (const { rect: own, pixels } of [...layers].sort((p, q) => bottom(p) - bottom(q))) {
    for (let i = 0; i < own.width * own.height; i++) {
      const row = own.y - rect.y + Math.floor(i / own.width);
      const [o, t] = [(row * rect.width + own.x - rect.x + (i % own.width)) * 4, i * 4];
      const upper = pixels.data[t + 3]! / 255;
      const alpha = upper + (data[o + 3]! / 255) * (1 - upper);
      if (upper === 0) continue;
      for (let c = 0; c < 3; c++) data[o + c]! += (pixels.data[t + c]! - data[o + c]!) * (upper / alpha);
      data[o + 3] = Math.round(alpha * 255);
    }
  }
  return { rect, pixels: { data, width: rect.width, height: rect.height } };
}

/** Ends of the sole as shares of a shoe's width: its tips are round and slightly above the ground. */
const ends = [0.12, 0.86] as const;

/** Finds the line on which a drawn shoe touches the ground: from above, its lower edge is not level. */
export const getSole = ({ rect, pixels: { data, width, height } }: Layer): Point[] =>
  ends.map((share) => {
    const column = Math.round(share * (width - 1));
    let y = height - 1;
    while (y > 0 && data[(y * width + column) * 4 + 3]! < 128) y--;
    return { x: rect.x + column + 0.5, y: rect.y + y + 1 };
  });

/** Pixels per cell of the shadow's grid, which can be coarse because the shadow is soft. */
const cell = 4;

/** The contact shadow where soles touch the ground (scene pixels); `unit`: pixels of a shoulder width. */
export function soleShadow(soles: Point[][], unit: number): Shadow {
  const { x, y, width, height } = boxAround(
    soles.flat().flatMap((p) => [-0.16, 0.16].map((pad) => ({ x: p.x + pad * unit, y: p.y + pad * unit }))),
    unbounded,
  );
  const grid = { width: Math.ceil(width / cell), height: Math.ceil(height / cell) };
  const data = floats(grid.width * grid.height, (i) => {
    const at = { x: x + ((i % grid.width) + 0.5) * cell, y: y + (Math.floor(i / grid.width) + 0.5) * cell };
    const far = Math.min(...soles.map(([heel, toe]) => fromSegment(at, heel!, toe!))) / unit;
    return 0.5 * Math.exp(-((far / 0.035) ** 2)) + 0.2 * Math.exp(-((far / 0.075) ** 2));
  });
  return { rect: { x, y, width: grid.width * cell, height: grid.height * cell }, plane: { ...grid, data } };
}
