import { sample } from '../plane.ts';
import { clamp, type Pixels, type Zone } from '../types.ts';
import { distance, type Frame, type Head, type Point, plus, type Side, unitVector } from './body.ts';
import type { Person } from './read-person.ts';
import { type Lie, laid } from './turned.ts';
import type { WornLayer } from './wear-top.ts';

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
  const up = { x: head.along.y, y: -head.along.x };
  const brow = plus(head.eyes, up, head.eyeGap * 0.62);
  const face = head.eyeGap * 2.4;
  const hair = widthAt(person, plus(brow, up, head.eyeGap * 0.35), head.along, face);
  const width = clamp(hair.width * 1.04, face * 1.1, face * 1.45);
  const height = (width * cutout.height) / cutout.width;
  const middle = plus(brow, head.along, clamp(hair.offset, -face * 0.2, face * 0.2));
  return { centre: plus(middle, up, height / 2), width, height, along: head.along };
}

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
  const { angle, length, dial } = longAxis(cutout);
  // The dial is about four fifths of a wrist wide.
  const scale = (wrist * 0.8) / Math.max(1, dial);
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
  void length;
  if (layer)
    keep(layer, (p) =>
      clamp(wrist * 0.56 - Math.abs((p.x - at.x) * across.x + (p.y - at.y) * across.y) + 0.5, 0, 1),
    );
  return layer;
}

/** Direction and extent of the longest axis, and the width across it at its middle. */
function longAxis({ data, width, height }: Pixels): { angle: number; length: number; dial: number } {
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
  const angle = 0.5 * Math.atan2(2 * cxy, cxx - cyy);
  const spread = Math.sqrt(Math.max(1, (cxx + cyy) / 2 - Math.hypot((cxx - cyy) / 2, cxy)));
  return { angle, length: Math.hypot(width, height), dial: spread * 4.2 };
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

/** One pair across both feet when they stand together, else the photo's shoe at each foot. */
async function shoes(
  { cutout }: Thing,
  scene: Pixels,
  person: Person,
  frame: Frame,
): Promise<WornLayer | undefined> {
  const feet = frame.sides.filter(
    ({ seen: { ankle }, ankle: at }) => ankle >= seen && at.y < scene.height * 0.99,
  );
  if (feet.length === 0) return undefined;
  const grounds = feet.map((side) => footOf(side, person, frame));
  const left = Math.min(...grounds.map((foot) => foot.left));
  const right = Math.max(...grounds.map((foot) => foot.right));
  const bottom = Math.max(...grounds.map((foot) => foot.bottom));
  const width = Math.max((right - left) * 1.05, frame.unit * 0.75);
  const height = (width * cutout.height) / cutout.width;
  const centre = { x: (left + right) / 2, y: bottom - height / 2 + height * 0.03 };
  return laid(cutout, { centre, width, height, along: { x: 1, y: 0 } }, scene);
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
