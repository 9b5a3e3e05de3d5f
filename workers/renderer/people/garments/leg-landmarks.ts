import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { sample } from '../../pixels/plane.ts';
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
import type { Frame } from '../body/body.ts';
import { personAt, personReach } from '../body/outline.ts';
import type { Person } from '../body/read-person.ts';
import type { OldClothes } from './old-clothes.ts';
import type { Figure } from './worn.ts';

export type Side = 0 | 1;

/** Seams of trousers or a skirt on the body; scene pixels. */
export interface LegLandmarks {
  waist: Point;
  crotch: Point;
  /** Unit vector along the hips. */
  across: Point;
  /** From the middle to the outer side, at a share of the way from the waist (0) to the crotch (1). */
  hip: (side: Side, share: number) => number;
  /** A point on a leg: 0 at the crotch, 1 at the ankle; beyond it the line continues. */
  along: (side: Side, share: number) => Point;
  /** Unit vector across a leg there, away from the other one. */
  out: (side: Side, share: number) => Point;
  /** Half widths of a leg there, outwards and towards the other leg; undefined where it is not visible. */
  leg: (side: Side, share: number) => { outer: number; inner: number } | undefined;
  /** The leg that is in front where they cross. */
  front: Side;
  /** How far the old trousers reach on each leg, as a share; 0 without. */
  worn: [number, number];
}

/** The crotch is this share of a leg's length below the hip joints. */
const crotchShare = 0.17;
/** Shares of the torso above the hip joints: the usual height of waistbands, and the maximum. */
const waistAt = { usual: 0.2, highest: 0.42 };

/** Finds waist, crotch and legs; undefined when the image shows no legs below the hips. */
export function legLandmarks({ scene, person, frame }: Figure, old: OldClothes): LegLandmarks | undefined {
  if (!showsLegs(person, frame, scene)) return undefined;
  const { sides, unit } = frame;
  const [a, b] = sides;
  const isCloth = (p: Point) => sample(old.plane, p.x * person.scale - 0.5, p.y * person.scale - 0.5) > 0.5;
  const hips = midway(a.hip, b.hip);
  const up = unitVector(hips, midway(a.shoulder, b.shoulder));
  const waist = plus(
    hips,
    up,
    waistHeight((height) => isCloth(plus(hips, up, height * frame.torso))) * frame.torso,
  );
  const along = (side: Side, share: number): Point => {
    const { hip, knee, ankle } = sides[side];
    const down = crotchShare + share * (1 - crotchShare);
    return down < 0.5 ? between(hip, knee, down * 2) : between(knee, ankle, down * 2 - 1);
  };
  const out = (side: Side, share: number): Point => {
    const down = unitVector(along(side, share - 0.08), along(side, share + 0.08));
    return side === 0 ? { x: -down.y, y: down.x } : { x: down.y, y: -down.x };
  };
  const crotch = midway(along(0, 0), along(1, 0));
  const across = hipLine(a.hip, b.hip, up, unit);
  const typical = Math.max(distance(a.hip, b.hip) * 0.74, unit * 0.3);
  // 0 beside the person.
  const edgeFrom = (from: Point, direction: Point, limit: number): number =>
    personReach(person, from, direction, limit, (p, d) => d > limit * 0.45 && isArm(p, frame));
  const hip = (side: Side, share: number): number => {
    const direction = plus({ x: 0, y: 0 }, across, side === 0 ? -1 : 1);
    const rows = [-0.17, 0, 0.17].map((more) => between(waist, crotch, clamp(share + more, 0, 1)));
    const found = rows.map((row) => edgeFrom(row, direction, typical * 1.5) || typical);
    return found.reduce((sum, half) => sum + clamp(half, typical * 0.75, typical * 1.4), 0) / rows.length;
  };
  const leg: LegLandmarks['leg'] = (side, share) => {
    const [at, away] = [along(side, share), out(side, share)];
    const outer = edgeFrom(at, away, unit * 0.42);
    const inner = edgeFrom(at, { x: -away.x, y: -away.y }, unit * 0.42);
    if (outer === 0 || inner === 0) return undefined;
    const other = along(side === 0 ? 1 : 0, share);
    const gap = (at.x - other.x) * away.x + (at.y - other.y) * away.y;
    // Crossed legs have no middle between them.
    return { outer, inner: gap > unit * 0.12 ? Math.min(inner, gap / 2) : inner };
  };
  const worn = ([0, 1] as const).map((side) => {
    let share = 1.12;
    while (share > 0.1 && !isCloth(along(side, share))) share -= 0.02;
    return share > 0.1 ? share : 0;
  }) as [number, number];
  const front = a.seen.ankle >= b.seen.ankle ? 0 : 1;
  return { waist, crotch, across, hip, along, out, leg, front, worn };
}

/** True when hips were found, with a piece of leg below them that is in the image and on the person. */
function showsLegs(person: Person, { sides, torso }: Frame, { width, height }: Pixels): boolean {
  if (Math.max(person.pose.leftHip.score, person.pose.rightHip.score) < 0.2) return false;
  return sides.some(({ hip, knee }) => {
    const p = plus(hip, unitVector(hip, knee), torso * 0.08);
    return p.x >= 0 && p.x < width && p.y < height && personAt(person, p) > 0.5;
  });
}

/** The old waistband where it is visible, so that new trousers hide it completely; long shirts cover it. */
function waistHeight(isCloth: (height: number) => boolean): number {
  let height = -0.12;
  while (height < waistAt.highest && !isCloth(height)) height += 0.01;
  let top = height;
  while (top < waistAt.highest && isCloth(top)) top += 0.01;
  const isFound = top - height > 0.05 && top < waistAt.highest;
  return isFound ? Math.max(top, 0.08) + 0.015 : waistAt.usual;
}

/** Hips seen from the side are one behind the other: then the line perpendicular to the spine is used. */
function hipLine(a: Point, b: Point, up: Point, unit: number): Point {
  const level = { x: -up.y, y: up.x };
  const line = unitVector(a, b);
  const toTheRight = line.x > 0 ? line : { x: -line.x, y: -line.y };
  return normal(between(level, toTheRight, clamp(distance(a, b) / (unit * 0.5), 0, 1)));
}

/** True on forearms and hands, which hang in front of the hips. */
const isArm = (p: Point, { sides, unit }: Frame): boolean =>
  sides.some(({ elbow, wrist, seen }) => {
    const fingers = plus(wrist, { x: wrist.x - elbow.x, y: wrist.y - elbow.y }, 0.45);
    return seen.wrist >= 0.2 && fromSegment(p, elbow, fingers) < unit * 0.1;
  });
