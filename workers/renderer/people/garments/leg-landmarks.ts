import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import {
  between,
  distance,
  fromSegment,
  midway,
  normal,
  type Point,
  plus,
  unitVector,
} from '../../pixels/points.ts';
import type { Frame, Side } from '../body/body.ts';
import { personAt } from '../body/outline.ts';
import type { Person } from '../body/read-person.ts';
import type { OldClothes } from './old-clothes.ts';
import { type ClothAt, clothAt, type Halves, smoothed } from './top-landmarks.ts';

/** Seams of trousers or a skirt on the body; scene pixels. */
export interface LegLandmarks {
  waist: Point;
  crotch: Point;
  /** Half widths from the waistband to the crotch, evenly spaced. */
  halves: Halves[];
  /** Unit vector along the hips. */
  across: Point;
  /** A point on a leg: 0 at the crotch, `kneeAt` at the knee, 1 at the ankle; beyond it the line continues. */
  along: (side: 0 | 1, share: number) => Point;
  /** Half widths of a leg there, outwards and towards the other leg; undefined where it is not visible. */
  leg: (side: 0 | 1, share: number) => { outer: number; inner: number } | undefined;
  /** How far the old trousers reach on each leg, as a share; 0 without. */
  worn: [number, number];
}

/** The crotch is this share of a leg's length below the hip joints. */
const crotchShare = 0.17;
export const kneeAt = (0.5 - crotchShare) / (1 - crotchShare);
export const hipRows = 7;
/** Shares of the torso above the hip joints: the usual height of waistbands, and the maximum. */
const usualWaist = 0.2;
const highestWaist = 0.42;

/** Finds waist, crotch and legs; undefined when the image shows no legs below the hips. */
export function legLandmarks(
  person: Person,
  frame: Frame,
  old: OldClothes,
  scene: Pixels,
): LegLandmarks | undefined {
  if (!showsLegs(person, frame, scene)) return undefined;
  const [a, b] = frame.sides;
  const cloth = clothAt(person, old);
  const hips = midway(a.hip, b.hip);
  const up = unitVector(hips, midway(a.shoulder, b.shoulder));
  const waist = plus(hips, up, waistHeight(hips, up, frame, cloth));
  const crotch = midway(onLeg(a, crotchShare), onLeg(b, crotchShare));
  const across = hipLine(a.hip, b.hip, up, frame);
  const along = (side: 0 | 1, share: number): Point =>
    onLeg(frame.sides[side], crotchShare + share * (1 - crotchShare));
  const halves = smoothed(
    Array.from({ length: hipRows }, (_, k) => {
      const centre = between(waist, crotch, k / (hipRows - 1));
      const half = (sign: -1 | 1) =>
        hipHalf(centre, { x: across.x * sign, y: across.y * sign }, person, frame);
      return { left: half(-1), right: half(1) };
    }),
  );
  const leg = (side: 0 | 1, share: number) => legHalves(side, share, along, person, frame);
  const worn = ([0, 1] as const).map((side) => oldCuff(side, along, cloth)) as [number, number];
  return { waist, crotch, halves, across, along, leg, worn };
}

/** True when hips were found, with a piece of leg below them that is in the image and on the person. */
function showsLegs(person: Person, { sides, torso }: Frame, { width, height }: Pixels): boolean {
  if (Math.max(person.pose.leftHip.score, person.pose.rightHip.score) < 0.2) return false;
  return sides.some(({ hip, knee }) => {
    const p = plus(hip, unitVector(hip, knee), torso * 0.08);
    return p.x >= 0 && p.x < width && p.y < height && personAt(person, p) > 0.5;
  });
}

/** 0 at the hip joint, ½ at the knee, 1 at the ankle. */
function onLeg({ hip, knee, ankle }: Side, share: number): Point {
  return share < 0.5 ? between(hip, knee, share * 2) : between(knee, ankle, share * 2 - 1);
}

/** Hips seen from the side are one behind the other: then the line perpendicular to the spine is used. */
function hipLine(a: Point, b: Point, up: Point, { unit }: Frame): Point {
  const level = { x: -up.y, y: up.x };
  const seen = clamp(distance(a, b) / (unit * 0.5), 0, 1);
  const line = unitVector(a, b);
  const toTheRight = line.x > 0 ? line : { x: -line.x, y: -line.y };
  return normal({
    x: level.x + (toTheRight.x - level.x) * seen,
    y: level.y + (toTheRight.y - level.y) * seen,
  });
}

/** The old waistband where it is visible, so that new trousers hide it completely; long shirts cover it. */
function waistHeight(hips: Point, up: Point, { torso }: Frame, cloth: ClothAt): number {
  let height = -0.12;
  while (height < highestWaist && cloth(plus(hips, up, height * torso)) <= 0.5) height += 0.01;
  let top = height;
  while (top < highestWaist && cloth(plus(hips, up, top * torso)) > 0.5) top += 0.01;
  const waistbandFound = top - height > 0.05 && top < highestWaist;
  return (waistbandFound ? clamp(top, 0.08, highestWaist) + 0.015 : usualWaist) * torso;
}

/** From the middle out to where the person ends or an arm begins. */
function hipHalf(centre: Point, direction: Point, person: Person, frame: Frame): number {
  const [a, b] = frame.sides;
  const typical = Math.max(distance(a.hip, b.hip) * 0.74, frame.unit * 0.3);
  const found = edgeFrom(centre, direction, typical * 1.5, person, frame);
  return clamp(found ?? typical, typical * 0.75, typical * 1.4);
}

function edgeFrom(
  from: Point,
  direction: Point,
  maxDistance: number,
  person: Person,
  frame: Frame,
): number | undefined {
  if (personAt(person, from) < 0.5) return undefined;
  const step = 0.5 / person.scale;
  for (let d = step; d < maxDistance; d += step) {
    const p = plus(from, direction, d);
    if (personAt(person, p) < 0.5 || (d > maxDistance * 0.45 && isArm(p, frame))) return d;
  }
  return maxDistance;
}

const isArm = (p: Point, { sides, unit }: Frame): boolean =>
  sides.some(({ elbow, wrist, seen }) => {
    const fingers = plus(wrist, { x: wrist.x - elbow.x, y: wrist.y - elbow.y }, 0.45);
    return seen.wrist >= 0.2 && fromSegment(p, elbow, fingers) < unit * 0.1;
  });

/** Across the bone to the outline, and on the inner side at most halfway to the other leg. */
function legHalves(
  side: 0 | 1,
  share: number,
  along: LegLandmarks['along'],
  person: Person,
  frame: Frame,
): { outer: number; inner: number } | undefined {
  const at = along(side, share);
  const out = outwards(side, share, along);
  const maxDistance = frame.unit * 0.42;
  const outer = edgeFrom(at, out, maxDistance, person, frame);
  const inner = edgeFrom(at, { x: -out.x, y: -out.y }, maxDistance, person, frame);
  if (outer === undefined || inner === undefined) return undefined;
  const other = along(side === 0 ? 1 : 0, share);
  const gap = (at.x - other.x) * out.x + (at.y - other.y) * out.y;
  // Crossed legs have no middle between them.
  return { outer, inner: gap > frame.unit * 0.12 ? Math.min(inner, gap / 2) : inner };
}

/** Unit vector across a leg, away from the other one; bends gently at the knee. */
export function outwards(side: 0 | 1, share: number, along: LegLandmarks['along']): Point {
  const down = unitVector(along(side, share - 0.08), along(side, share + 0.08));
  return side === 0 ? { x: -down.y, y: down.x } : { x: down.y, y: -down.x };
}

/** The lowest old cloth on a leg. */
function oldCuff(side: 0 | 1, along: LegLandmarks['along'], cloth: ClothAt): number {
  for (let share = 1.12; share > 0.1; share -= 0.02) {
    if (cloth(along(side, share)) > 0.5) return share;
  }
  return 0;
}
