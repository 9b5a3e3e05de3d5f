import { clamp, type Pixels } from '../types.ts';
import { drawnThrough } from './affine.ts';
import type { Frame, Side } from './body.ts';
import { handOf } from './hand.ts';
import { outlineAcross } from './outline.ts';
import { distance, type Point, plus, unitVector } from './points.ts';
import type { Person } from './read-person.ts';
import { type SkinTest, skinTest } from './skin-test.ts';
import { strapShape } from './strap-shape.ts';
import type { Worn } from './worn.ts';

/** A wrist is believed from this joint score on. */
const seen = 0.3;
/** Shoulder widths: how wide wrists are, and how far above the joint a strap sits. */
const wrists = { least: 0.12, usual: 0.17, most: 0.23, above: 0.07 };
/** A dial takes this share of its wrist, a strap without one this. */
const share = { dial: 0.76, strap: 0.32 };

/** Lays a watch or bracelet across the forearm: around it, as far as it is seen. */
export async function onWrist(
  cutout: Pixels,
  scene: Pixels,
  person: Person,
  frame: Frame,
): Promise<Worn | undefined> {
  const side = bestWrist(frame, scene);
  if (!side) return undefined;
  const arm = unitVector(side.elbow, side.wrist);
  const across = { x: -arm.y, y: arm.x };
  const { at, width } = barePlace(scene, person, frame, side, arm) ?? {
    at: plus(side.wrist, arm, -frame.unit * wrists.above),
    width: frame.unit * wrists.usual,
  };
  const strap = strapShape(cutout);
  const scale =
    strap.dial > strap.strap ? (width * share.dial) / strap.dial : (width * share.strap) / strap.strap;
  // Around the arm the strap runs away from the viewer: more of it to a pixel towards the edges.
  const back = (p: Point): Point => {
    const s = ((p.x - at.x) * across.x + (p.y - at.y) * across.y) / (width / 2);
    const bent = s + Math.sign(s) * 0.9 * Math.max(0, Math.abs(s) - 0.5) ** 2;
    const along = (p.x - at.x) * arm.x + (p.y - at.y) * arm.y + sag(s) * width;
    const u = (bent * width) / 2 / scale;
    const v = along / scale;
    return {
      x: strap.centre.x + strap.along.x * u - strap.along.y * v,
      y: strap.centre.y + strap.along.y * u + strap.along.x * v,
    };
  };
  const reach = Math.ceil(Math.max(width, strap.dial * scale) * 0.75);
  const rect = around(at, reach, scene);
  const layer = await drawnThrough(cutout, back, rect);
  if (layer) roundOff(layer, at, across, width);
  return layer;
}

/** Straps rise towards the hand at the edges of a wrist seen from above; shares of its width. */
const sag = (s: number): number => 0.05 * (1 - Math.sqrt(Math.max(0, 1 - Math.min(1, Math.abs(s)) ** 2)));

function around({ x, y }: Point, reach: number, scene: Pixels) {
  const left = clamp(Math.floor(x - reach), 0, scene.width);
  const top = clamp(Math.floor(y - reach), 0, scene.height);
  return {
    x: left,
    y: top,
    width: clamp(Math.ceil(x + reach), left, scene.width) - left,
    height: clamp(Math.ceil(y + reach), top, scene.height) - top,
  };
}

function bestWrist(frame: Frame, scene: Pixels): Side | undefined {
  return frame.sides
    .filter(
      ({ seen: { wrist: score }, wrist: { x, y } }) =>
        score >= seen && x > 0 && x < scene.width && y < scene.height * 0.98,
    )
    .sort((p, q) => q.seen.wrist - p.seen.wrist)[0];
}

/** The place nearest to the wrist where the arm is seen: hair, pockets and cuffs hide many a wrist. */
function barePlace(
  scene: Pixels,
  person: Person,
  frame: Frame,
  side: Side,
  arm: Point,
): { at: Point; width: number } | undefined {
  const { unit } = frame;
  const across = { x: -arm.y, y: arm.x };
  const isSkin = skinTest(person.small, frame, 1 / person.scale);
  const above = (share: number): Point => plus(side.wrist, arm, -unit * share);
  const near = [0, 0.03, -0.04, -0.09].map((more) => above(wrists.above + more));
  const { root } = handOf(side, scene, person, frame);
  const higher = Array.from({ length: 7 }, (_, k) => above(wrists.above + 0.06 + k * 0.03));
  // A hand that begins further down hangs out of a cuff.
  const cuff = root && distance(root, side.wrist) > unit * 0.14 ? [plus(root, arm, unit * 0.04)] : [];
  for (const joint of [...cuff, ...near, ...higher]) {
    const bare = skinAcross(person, isSkin, joint, across, unit);
    if (!bare || bare.width < unit * wrists.least * 0.8 || Math.abs(bare.offset) > unit * 0.12) continue;
    // A red check on a sleeve passes for skin on one line, not on three.
    const sure = [-0.03, 0.03].every((more) => {
      const beside = skinAcross(person, isSkin, plus(joint, arm, unit * more), across, unit);
      return beside && beside.width > bare.width * 0.6;
    });
    if (!sure) continue;
    return {
      at: plus(joint, across, bare.offset),
      width: clamp(bare.width, unit * wrists.least, unit * wrists.most),
    };
  }
  const joint = above(wrists.above);
  const sleeve = outlineAcross(person, joint, across, unit * 0.2);
  if (sleeve.width > unit * 0.3 || sleeve.width < unit * wrists.least) return undefined;
  return { at: plus(joint, across, sleeve.offset), width: Math.min(sleeve.width, unit * wrists.most) };
}

/** Extent of skin along a line through the joint; the run nearest to it. */
function skinAcross(
  { small, scale }: Person,
  isSkin: SkinTest,
  joint: Point,
  across: Point,
  unit: number,
): { width: number; offset: number } | undefined {
  const reach = unit * 0.26;
  const step = 0.5 / scale;
  let best: { from: number; to: number } | undefined;
  let start: number | undefined;
  for (let d = -reach; d <= reach + step; d += step) {
    const p = plus(joint, across, d);
    const x = clamp(Math.round(p.x * scale - 0.5), 0, small.width - 1);
    const y = clamp(Math.round(p.y * scale - 0.5), 0, small.height - 1);
    const i = (y * small.width + x) * 3;
    const inside = d <= reach && isSkin(small.data[i]!, small.data[i + 1]!, small.data[i + 2]!);
    if (inside && start === undefined) start = d;
    if (inside || start === undefined) continue;
    const near = (run: { from: number; to: number }) => Math.abs(run.from + run.to);
    const run = { from: start, to: d };
    if (run.to - run.from > unit * 0.06 && (!best || near(run) < near(best))) best = run;
    start = undefined;
  }
  return best && { width: best.to - best.from, offset: (best.from + best.to) / 2 };
}

/** Ends the strap where the arm ends, darker towards there. */
function roundOff({ rect, pixels }: Worn, at: Point, across: Point, width: number): void {
  const { data } = pixels;
  for (let i = 0; i < rect.width * rect.height; i++) {
    const o = i * 4;
    if (data[o + 3] === 0) continue;
    const x = rect.x + (i % rect.width) + 0.5 - at.x;
    const y = rect.y + Math.floor(i / rect.width) + 0.5 - at.y;
    const d = Math.abs(x * across.x + y * across.y);
    data[o + 3] = Math.round(data[o + 3]! * clamp(width * 0.515 - d + 0.5, 0, 1));
    const light = 1 - 0.5 * Math.min(1, d / (width / 2)) ** 4;
    for (let c = 0; c < 3; c++) data[o + c] = Math.round(data[o + c]! * light);
  }
}
