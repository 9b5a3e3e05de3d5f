import { clamp } from '../../pixels/clamp.ts';
import { components } from '../../pixels/components.ts';
import type { Plane } from '../../pixels/plane.ts';
import { fromSegment, type Point, unitVector } from '../../pixels/points.ts';
import type { Span } from '../garments/outline-rows.ts';
import { type FootView, onFoot } from './foot-view.ts';
import { type FootRegion, getHems } from './hem.ts';

/** One foot in cells of its view. */
export interface Foot extends FootRegion {
  /** 1 on trousers or skin, which stay in front of a shoe's collar. */
  leg: Plane;
}

/** Lengths in shoulder widths. */
const size = {
  /** An ankle's typical width, and half a foot's where none is visible. */
  ankle: 0.2,
  halfFoot: 0.2,
  /** Maximum reach of a foot from the ankle, and minimum below it. */
  maxReach: 0.8,
  minBelow: 0.2,
};

/** The feet below two joints (cells; viewer's left first); undefined entries are not visible. */
export function getFeet(
  view: FootView,
  unit: number,
  joints: readonly [Point | undefined, Point | undefined],
): Foot[] {
  const u = unit * view.scale;
  const ankles = joints.filter((at) => at !== undefined).map((at) => ankleAt(view, u, at));
  const rough = feetAt(view, u, ankles);
  const hems = getHems(view, u, rough);
  // Joints and outlines give a rough start of the foot, the end of the trousers or of the skin the exact one.
  const exact = ankles.map((at, k) => (hems[k]!.end ? { ...at, ankle: hems[k]!.end } : at));
  const legs = hems.map(({ leg }) => leg.data);
  return feetAt(view, u, exact, legs).map((foot, k) => ({ ...foot, leg: hems[k]!.leg }));
}

function feetAt(view: FootView, u: number, ankles: Ankle[], legs: Float32Array[] = []): FootRegion[] {
  const owner = owners(view, u, ankles, legs);
  return ankles.map((ankle, k) => getFoot(view, u, ankle, owner, k + 1));
}

type Ankle = Pick<FootRegion, 'ankle' | 'width' | 'shin'>;

/** The leg's position and width from the outline a little above the joint. */
function ankleAt(view: FootView, u: number, joint: Point): Ankle {
  const upper = runNear(view, joint.y - 0.4 * u, joint.x, u);
  const lower = runNear(view, joint.y - 0.12 * u, joint.x, u);
  if (!lower) return { ankle: joint, width: size.ankle * u, shin: { x: 0, y: 1 } };
  const centre = (lower.left + lower.right) / 2;
  const from = upper ? (upper.left + upper.right) / 2 : centre;
  const shin = unitVector({ x: from, y: -0.4 * u }, { x: centre, y: -0.12 * u });
  const width = clamp(lower.right - lower.left, size.ankle * 0.6 * u, size.ankle * 1.7 * u);
  return { ankle: { x: centre + (shin.x / shin.y) * 0.12 * u, y: joint.y }, width, shin };
}

function runNear(view: FootView, y: number, x: number, u: number): Span | undefined {
  return getRuns(view, Math.round(y), u)
    .filter(({ left, right }) => x > left - 0.2 * u && x < right + 0.2 * u && right - left < 0.5 * u)
    .sort((p, q) => Math.abs(p.left + p.right - 2 * x) - Math.abs(q.left + q.right - 2 * x))[0];
}

function getRuns({ person, side }: FootView, y: number, u: number): Span[] {
  const runs: Span[] = [];
  if (y < 0 || y >= side) return runs;
  let start = -1;
  for (let x = 0; x <= side; x++) {
    const inside = x < side && person.data[y * side + x]! >= onFoot;
    if (inside && start < 0) start = x;
    if (!inside && start >= 0) {
      if (x - start >= 0.06 * u) runs.push({ left: start, right: x });
      start = -1;
    }
  }
  return runs;
}

/** 1, 2, … for the cells of each foot. */
function owners(view: FootView, u: number, ankles: Ankle[], legs: Float32Array[]): Uint8Array {
  const { side, person } = view;
  const owner = new Uint8Array(side * side);
  // A shoe's collar is higher than the ankle: it is included once legs are separated from shoes.
  const above = legs.length > 0 ? 0.16 : 0.04;
  const threshold = Math.min(...ankles.map(({ ankle }) => footThreshold(view, ankle, u)));
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const i = y * side + x;
      if (person.data[i]! < threshold || legs.some((leg) => leg[i] === 1)) continue;
      const away = ankles.map(({ ankle }) =>
        y < ankle.y - above * u || (y < ankle.y && Math.abs(x - ankle.x) > 0.2 * u)
          ? Number.POSITIVE_INFINITY
          : fromSegment({ x, y }, ankle, { x: ankle.x, y: ankle.y + 0.4 * u }),
      );
      const nearest = Math.min(...away);
      if (nearest < size.maxReach * u) owner[i] = away.indexOf(nearest) + 1;
    }
  }
  if (ankles.length === 2) assignPieces(owner, side, u, ankles);
  return owner;
}

/** A piece connected to only one ankle belongs to that foot, even where the other is closer. */
function assignPieces(owner: Uint8Array, side: number, u: number, ankles: Ankle[]): void {
  const both = owner.map((value) => (value > 0 ? 1 : 0));
  for (const { pixels } of components(both, side, side)) {
    const touched = ankles.map(({ ankle }) =>
      pixels.some((i) => Math.hypot((i % side) - ankle.x, Math.floor(i / side) - ankle.y) < 0.14 * u),
    );
    if (touched[0] !== touched[1]) for (const i of pixels) owner[i] = touched[0] ? 1 : 2;
  }
}

/** Threshold for a foot: where the outline is certain, a value half as high is the ground between two feet. */
function footThreshold({ person, side }: FootView, ankle: Point, u: number): number {
  const found: number[] = [];
  for (let y = Math.max(0, Math.round(ankle.y)); y < Math.min(side, ankle.y + 0.3 * u); y++) {
    for (let x = Math.max(0, Math.round(ankle.x - 0.2 * u)); x < Math.min(side, ankle.x + 0.2 * u); x++) {
      const share = person.data[y * side + x]!;
      if (share >= onFoot) found.push(share);
    }
  }
  found.sort((p, q) => p - q);
  return clamp((found[Math.floor(found.length * 0.7)] ?? 0) * 0.55, onFoot, 0.5);
}

function getFoot(view: FootView, u: number, at: Ankle, owner: Uint8Array, own: number): FootRegion {
  const { side } = view;
  const mine = owner.map((value) => (value === own ? 1 : 0));
  const parts = components(mine, side, side).sort((p, q) => q.area - p.area);
  const cells = new Uint8Array(side * side);
  for (const { pixels, area } of parts) {
    if (area > parts[0]!.area * 0.1) for (const i of pixels) cells[i] = 1;
  }
  const box = { left: at.ankle.x, right: at.ankle.x, bottom: at.ankle.y };
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] === 0) continue;
    const x = i % side;
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.bottom = Math.max(box.bottom, (i - x) / side + 1);
  }
  if (box.bottom >= at.ankle.y + size.minBelow * u) return { ...at, cells, ...box };
  return {
    ...at,
    cells,
    left: Math.min(box.left, at.ankle.x - size.halfFoot * u),
    right: Math.max(box.right, at.ankle.x + size.halfFoot * u),
    bottom: at.ankle.y + 0.3 * u,
  };
}
