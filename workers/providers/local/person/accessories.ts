import { sample } from '../plane.ts';
import { clamp, type Pixels, type Rect, type Zone } from '../types.ts';
import type { Frame, Head, Side } from './body.ts';
import type { WornLayer } from './draw-garment.ts';
import { distance, type Point, plus, unitVector } from './points.ts';
import type { Person } from './read-person.ts';
import { type Lie, laid } from './turned.ts';

/** A thing to wear: its cut-out and its real width. */
export interface Thing {
  cutout: Pixels;
  widthCm: number;
  zone: Zone;
}

/** Shoulder joints of an adult stand about 36 cm apart: the measure for bags, watches and shoes. */
const shouldersCm = 36;
/** A place is believed from this joint score on. */
const seen = 0.3;

/** The thing in its place on the body; undefined when that part of the body is not in the picture. */
export async function wearThing(
  thing: Thing,
  scene: Pixels,
  person: Person,
  frame: Frame,
): Promise<WornLayer | undefined> {
  const { head } = frame;
  switch (thing.zone) {
    case 'head':
      return head && laid(thing.cutout, hatOn(thing.cutout, head, person), scene);
    case 'face':
      return head && laid(thing.cutout, glassesOn(thing.cutout, head), scene);
    case 'wrist':
      return wristThing(thing, scene, person, frame);
    case 'hand':
    case 'shoulder':
      return bag(thing, scene, person, frame);
    case 'feet':
      return shoes(thing, scene, person, frame);
    default:
      return undefined;
  }
}

/** Brim at the hairline, wide enough for the hair at its sides as far as hats go. */
function hatOn(cutout: Pixels, head: Head, person: Person): Lie {
  const tilt = brimAngle(cutout);
  const along = turned(head.along, -tilt);
  const box = turnedBox(cutout, tilt);
  const up = { x: head.along.y, y: -head.along.x };
  const brow = plus(head.eyes, up, head.eyeGap * 0.6);
  const face = head.eyeGap * 2.4;
  // In profile the skull lies behind the eyes.
  const skull = plus(brow, head.along, -head.turn * head.eyeGap * 0.75);
  const hair = widthAt(person, plus(skull, up, head.eyeGap * 0.35), head.along, face);
  const width = clamp(hair.width * 1.05, face * 1.12, face * 1.5);
  const scale = width / box.width;
  const middle = plus(skull, head.along, clamp(hair.offset, -face * 0.3, face * 0.3));
  const centre = plus(middle, up, (box.height * scale) / 2);
  return {
    // The box of the turned hat is not centred on the picture's own centre.
    centre: plus(plus(centre, head.along, -box.x * scale), up, box.y * scale),
    width: cutout.width * scale,
    height: cutout.height * scale,
    along,
  };
}

const turned = ({ x, y }: Point, angle: number): Point => ({
  x: x * Math.cos(angle) - y * Math.sin(angle),
  y: x * Math.sin(angle) + y * Math.cos(angle),
});

/** Box of the visible pixels once the picture is turned by −`angle`; `x`, `y`: its middle from the picture's. */
function turnedBox({ data, width, height }: Pixels, angle: number): Rect {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let y = 0; y < height; y += 3) {
    for (let x = 0; x < width; x += 3) {
      if (data[(y * width + x) * 4 + 3]! < 128) continue;
      const p = turned({ x: x - width / 2, y: y - height / 2 }, -angle);
      left = Math.min(left, p.x);
      right = Math.max(right, p.x);
      top = Math.min(top, p.y);
      bottom = Math.max(bottom, p.y);
    }
  }
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    width: Math.max(1, right - left),
    height: Math.max(1, bottom - top),
  };
}

/** Slope of the straight lower rim, radians: hats are often photographed tilted. */
function brimAngle(cutout: Pixels): number {
  const hull = lowerHull(cutout);
  let best = 0;
  let angle = 0;
  for (const [k, b] of hull.entries()) {
    const a = hull[k - 1];
    if (!a) continue;
    const slope = Math.atan2(b.y - a.y, b.x - a.x);
    const length = Math.hypot(b.x - a.x, b.y - a.y) * Math.cos(slope);
    if (length > best && Math.abs(slope) < 0.9) {
      best = length;
      angle = slope;
    }
  }
  return best > cutout.width * 0.3 ? angle : 0;
}

/** Corners of the convex hull's lower side, left to right. */
function lowerHull({ data, width, height }: Pixels): Point[] {
  const hull: Point[] = [];
  for (let x = 0; x < width; x += 2) {
    let y = height - 1;
    while (y >= 0 && data[(y * width + x) * 4 + 3]! < 128) y--;
    if (y < 0) continue;
    while (hull.length >= 2 && turn(hull.at(-2)!, hull.at(-1)!, { x, y }) >= 0) hull.pop();
    hull.push({ x, y });
  }
  return hull;
}

const turn = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Extent of the person along a line, from its middle outwards. */
function widthAt(person: Person, at: Point, along: Point, usual: number): { width: number; offset: number } {
  const reach = (sign: number): number => {
    let d = 0;
    while (d < usual) {
      const p = plus(at, along, sign * d);
      if (sample(person.mask, p.x * person.scale - 0.5, p.y * person.scale - 0.5) < 0.5) break;
      d += usual * 0.02;
    }
    return d;
  };
  const left = reach(-1);
  const right = reach(1);
  return { width: left + right, offset: (right - left) / 2 };
}

function glassesOn(cutout: Pixels, head: Head): Lie {
  const down = { x: -head.along.y, y: head.along.x };
  const width = head.eyeGap * 2.3 * (1 - 0.3 * Math.abs(head.turn));
  const centre = plus(head.eyes, down, head.eyeGap * 0.08);
  return {
    centre: plus(centre, head.along, head.turn * head.eyeGap * -0.1),
    width,
    height: (head.eyeGap * 2.3 * cutout.height) / cutout.width,
    along: head.along,
  };
}

/** The strap lies across the forearm and ends where the arm does: the rest would be behind it. */
async function wristThing(
  { cutout }: Thing,
  scene: Pixels,
  person: Person,
  frame: Frame,
): Promise<WornLayer | undefined> {
  const side = bestSide(frame, 'wrist', scene);
  if (!side) return undefined;
  const arm = unitVector(side.elbow, side.wrist);
  const across = { x: -arm.y, y: arm.x };
  const at = plus(side.wrist, arm, -frame.unit * 0.05);
  const wrist = clamp(
    widthAt(person, at, across, frame.unit * 0.3).width,
    frame.unit * 0.12,
    frame.unit * 0.22,
  );
  const { angle, across: spread } = spreadOf(cutout);
  // The dial is about four fifths of a wrist wide.
  const scale = (wrist * 0.8) / (spread * 4.2);
  const turn = Math.atan2(across.y, across.x) - angle;
  const layer = await laid(
    cutout,
    {
      centre: at,
      width: cutout.width * scale,
      height: cutout.height * scale,
      along: { x: Math.cos(turn), y: Math.sin(turn) },
    },
    scene,
  );
  if (layer)
    keep(layer, (p) =>
      clamp(wrist * 0.56 - Math.abs((p.x - at.x) * across.x + (p.y - at.y) * across.y) + 0.5, 0, 1),
    );
  return layer;
}

/** Standard deviations along and across the longest axis of the visible pixels, and its direction. */
function spreadOf({ data, width, height }: Pixels): { angle: number; along: number; across: number } {
  const step = Math.max(1, Math.floor(Math.max(width, height) / 200));
  let [n, sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0, 0];
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      if (data[(y * width + x) * 4 + 3]! < 128) continue;
      n++;
      sx += x;
      sy += y;
      sxx += x * x;
      sxy += x * y;
      syy += y * y;
    }
  }
  const cxx = sxx / n - (sx / n) ** 2;
  const cxy = sxy / n - (sx / n) * (sy / n);
  const cyy = syy / n - (sy / n) ** 2;
  const half = Math.hypot((cxx - cyy) / 2, cxy);
  return {
    angle: 0.5 * Math.atan2(2 * cxy, cxx - cyy),
    along: Math.sqrt(Math.max(1, (cxx + cyy) / 2 + half)),
    across: Math.sqrt(Math.max(1, (cxx + cyy) / 2 - half)),
  };
}

/** A bag hangs from the hand, its handle under the fingers; without a hand in the picture from the shoulder. */
async function bag(
  { cutout, widthCm, zone }: Thing,
  scene: Pixels,
  person: Person,
  frame: Frame,
): Promise<WornLayer | undefined> {
  const scale = frame.unit / shouldersCm;
  const width = widthCm * scale;
  const height = (width * cutout.height) / cutout.width;
  const side = zone === 'hand' ? bestSide(frame, 'wrist', scene) : undefined;
  if (side && side.wrist.y + height * 0.6 < scene.height) {
    const hand = plus(side.wrist, unitVector(side.elbow, side.wrist), frame.unit * 0.16);
    const top = { x: hand.x, y: hand.y - frame.unit * 0.05 };
    const layer = await laid(
      cutout,
      { centre: { x: top.x, y: top.y + height / 2 }, width, height, along: { x: 1, y: 0 } },
      scene,
    );
    if (layer) {
      keep(layer, (p) => {
        const inHand = distance(p, hand) < frame.unit * 0.15 && sampleMask(person, p) > 0.5;
        return inHand ? 0 : 1;
      });
    }
    return layer;
  }
  const [left, right] = frame.sides;
  const outer = left.seen.elbow >= right.seen.elbow ? left : right;
  const out = outer === left ? -1 : 1;
  const centre = {
    x: outer.shoulder.x + out * frame.unit * 0.12,
    y: outer.shoulder.y - frame.unit * 0.14 + height / 2,
  };
  return laid(cutout, { centre, width, height, along: { x: 1, y: 0 } }, scene);
}

const sampleMask = (person: Person, p: Point): number =>
  sample(person.mask, p.x * person.scale - 0.5, p.y * person.scale - 0.5);

/** A pair goes across both feet; a single shoe on each foot, toes outwards as feet stand. */
async function shoes(
  { cutout }: Thing,
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
      if (sampleMask(person, { x, y }) < 0.5) continue;
      found.left = Math.min(found.left, x);
      found.right = Math.max(found.right, x);
      found.bottom = Math.max(found.bottom, y);
    }
  }
  return found;
}

function bestSide(frame: Frame, joint: 'wrist', scene: Pixels): Side | undefined {
  const inside = frame.sides.filter(
    (side) =>
      side.seen[joint] >= seen &&
      side[joint].x > 0 &&
      side[joint].x < scene.width &&
      side[joint].y < scene.height * 0.98,
  );
  return inside.sort((p, q) => q.seen[joint] - p.seen[joint])[0];
}

/** Multiplies the layer's opacity by a share per scene point. */
function keep({ rect, pixels }: WornLayer, share: (p: Point) => number): void {
  for (let y = 0; y < rect.height; y++) {
    for (let x = 0; x < rect.width; x++) {
      const o = (y * rect.width + x) * 4 + 3;
      if (pixels.data[o] === 0) continue;
      pixels.data[o] = Math.round(pixels.data[o]! * share({ x: rect.x + x + 0.5, y: rect.y + y + 0.5 }));
    }
  }
}
