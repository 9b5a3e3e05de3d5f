import { faceCoordinates } from '../../../people/body/body-places.ts';
import { between, distance, fromSegment, midway, type Point, plus } from '../../../pixels/points.ts';
import type { Zone } from '../../../zones.ts';
import type { WearerFrame } from './wearer-frame.ts';

/** Meaning of a place on the wearer by the joints: certainly garment, certainly not, likely bare skin, or undecided; bias in mixture units. */
export interface WornPlace {
  seed: 'garment' | 'other' | 'bare' | undefined;
  bias: number;
}

export type PlaceOf = (at: Point) => WornPlace;

const other = (bias: number): WornPlace => ({ seed: 'other', bias });
const bare = (bias: number): WornPlace => ({ seed: 'bare', bias });
const garment = (bias: number): WornPlace => ({ seed: 'garment', bias });
const undecided = (bias: number): WornPlace => ({ seed: undefined, bias });

/** Returns the places that a garment of `zone` covers. `legged`: it covers both legs. `rows`: the extent of the wearer's outline. */
export function getPlaces(zone: Zone, legged: boolean, wearer: WearerFrame, rows: Rows): PlaceOf {
  if (zone === 'head') return onHead(wearer, rows);
  if (zone === 'legs') return legged ? onLegs(wearer) : aroundHips(wearer);
  return onTorso(wearer, zone === 'full');
}

/** First and last row of the wearer's outline. */
export interface Rows {
  top: number;
  bottom: number;
}

const alongLegs = (at: Point, { legs }: WearerFrame, down: number): number =>
  Math.min(
    ...legs.map(({ hip, knee, ankle }) =>
      Math.min(fromSegment(at, hip, knee), fromSegment(at, knee, between(knee, ankle, down))),
    ),
  );

function onLegs(wearer: WearerFrame): PlaceOf {
  const { legs, shank } = wearer;
  const waist = Math.min(...legs.map(({ hip }) => hip.y)) - shank * 0.35;
  const low = Math.max(...legs.map(({ hip }) => hip.y)) + shank * 0.3;
  const [left, right] = [legs[0].hip.x, legs[1].hip.x];
  return (at) => {
    if (isHand(at, wearer)) return bare(-3);
    if (at.y < waist) return other(at.y < waist - shank * 0.2 ? -6 : -1);
    if (legs.some(({ knee, ankle }) => isFoot(at, knee, ankle))) return other(-3);
    const away = alongLegs(at, wearer, 0.9) / shank;
    if (away < 0.07) return garment(1.5);
    const crotch = at.y < low && at.x > left && at.x < right;
    return undecided(away < 0.22 || crotch ? 1.2 : away < 0.35 ? 0 : -2);
  };
}

/** True if a point is below the ankle joint, whichever way the foot points. */
function isFoot(at: Point, knee: Point, ankle: Point): boolean {
  const shank = distance(knee, ankle);
  const down =
    ((at.x - ankle.x) * (ankle.x - knee.x) + (at.y - ankle.y) * (ankle.y - knee.y)) / (shank * shank || 1);
  return down > 0.1 && distance(at, ankle) < shank * 0.75;
}

/** Shorts and skirts: certainly cloth only around the hips. */
function aroundHips(wearer: WearerFrame): PlaceOf {
  const { legs, shank } = wearer;
  const [a, b] = legs;
  const waist = midway(a.hip, b.hip).y - shank * 0.35;
  const wide = Math.max(distance(a.hip, b.hip), shank * 0.35);
  return (at) => {
    if (isHand(at, wearer)) return bare(-3);
    if (at.y < waist) return other(at.y < waist - shank * 0.2 ? -6 : -1);
    if (legs.some(({ knee, ankle }) => at.y > knee.y && fromSegment(at, knee, ankle) < shank * 0.12))
      return other(-1);
    const middle = midway(a.hip, b.hip);
    const down = (at.y - middle.y) / shank;
    if (Math.abs(at.x - middle.x) < wide * 0.5 && down > -0.1 && down < 0.3) return garment(1);
    return undecided(down < 0.7 ? 0.2 : -0.5);
  };
}

function onTorso(wearer: WearerFrame, long: boolean): PlaceOf {
  const { frame, legs } = wearer;
  const [a, b] = frame.sides;
  const shoulders = midway(a.shoulder, b.shoulder);
  const hips = midway(a.hip, b.hip);
  const axis = { x: hips.x - shoulders.x, y: hips.y - shoulders.y };
  const square = axis.x * axis.x + axis.y * axis.y || 1;
  return (at) => {
    if (isHand(at, wearer)) return bare(-2.5);
    const t = ((at.x - shoulders.x) * axis.x + (at.y - shoulders.y) * axis.y) / square;
    if (frame.head && faceCoordinates(at, frame.head).down < frame.head.height * 0.35) return bare(-8);
    const left = between(a.shoulder, a.hip, t);
    const right = between(b.shoulder, b.hip, t);
    const wide = Math.max(right.x - left.x, frame.unit * 0.35);
    const u = (at.x - (left.x + right.x - wide) / 2) / wide;
    if (t < -0.05 && u > 0.3 && u < 0.7) return bare(t < -0.22 ? -4 : -0.5);
    if (t < -0.22) return other(-4);
    if (t > 0.2 && t < 0.62 && u > 0.15 && u < 0.85) return garment(1.2);
    if (long && t > 0.5 && t < 1.35 && Math.abs(u - 0.5) * wide < frame.unit * 0.24) return garment(1.2);
    if (!long) {
      if (t > 1.35) return other(-4);
      if (t > 0.75) return undecided(t > 1.1 ? -1 : -0.7);
    }
    if (long && legs.some(({ knee, ankle }) => isFoot(at, knee, ankle))) return other(-3);
    if (t > -0.1 && u > -0.2 && u < 1.2) return undecided(0.3);
    if (long && t > 0.6) return undecided(0.3);
    const arm = Math.min(
      ...frame.sides.map((s) =>
        Math.min(fromSegment(at, s.shoulder, s.elbow), fromSegment(at, s.elbow, s.wrist)),
      ),
    );
    return undecided(long || arm < frame.unit * 0.3 ? 0 : -0.8);
  };
}

/** True if a point is on a hand: beyond the wrist joint, along the forearm. */
function isHand(at: Point, { hands }: WearerFrame): boolean {
  return hands.some(
    ({ wrist, arm }) => distance(at, plus(wrist, arm, 0.25)) < Math.hypot(arm.x, arm.y) * 0.2,
  );
}

/** Above the brow of a face; without a face the top of the outline, with hair below it. */
function onHead({ frame }: WearerFrame, { top, bottom }: Rows): PlaceOf {
  const { head } = frame;
  if (head && frame.faceSeen) {
    return (at) => {
      const { along, down } = faceCoordinates(at, head);
      const [x, y] = [Math.abs(along) / head.height, down / head.height];
      if (y > -0.1 && x < 0.3) return bare(-6);
      if (y > 0.1) return other(-3);
      if (y < -0.3 && y > -0.5 && x < 0.28) return garment(1);
      return undecided(y < -0.2 ? 0.3 : -0.5);
    };
  }
  return (at) => {
    const down = (at.y - top) / (bottom - top);
    if (down > 0.75) return other(-3);
    return down < 0.3 ? garment(1) : undecided(down < 0.5 ? 0.3 : -0.5);
  };
}
