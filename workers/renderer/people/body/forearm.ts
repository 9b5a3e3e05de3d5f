import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { distance, type Point, plus, unitVector } from '../../pixels/points.ts';
import type { Frame, Side } from './body.ts';
import { getHand } from './hand.ts';
import { outlineAcross } from './outline.ts';
import type { Person } from './read-person.ts';
import type { SkinTest } from './skin-test.ts';

/** Shoulder widths: the width of wrists, and how far above the joint a strap sits. */
export const wrists = { min: 0.12, typical: 0.17, max: 0.23, above: 0.07 };
/**
 * Radius around a wrist (shoulder widths) in which the skin's direction is measured, the minimum elongation for
 * that, and the maximum deviation from the joints (radians).
 */
const limb = { around: 0.26, elongated: 1.35, maxDeviation: 0.6 };

/**
 * Unit vector down the forearm. Hidden elbows are estimates of the model: a clear direction of the skin takes
 * precedence.
 */
export function getForearm(
  { elbow, wrist }: Side,
  { small, scale }: Person,
  frame: Frame,
  isSkin: SkinTest,
): Point {
  const guessed = unitVector(elbow, wrist);
  const reach = limb.around * frame.unit * scale;
  const [cx, cy] = [wrist.x * scale - 0.5, wrist.y * scale - 0.5];
  let [n, sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0, 0];
  for (let y = Math.max(0, Math.ceil(cy - reach)); y < Math.min(small.height, cy + reach); y++) {
    for (let x = Math.max(0, Math.ceil(cx - reach)); x < Math.min(small.width, cx + reach); x++) {
      const i = (y * small.width + x) * 3;
      if (Math.hypot(x - cx, y - cy) > reach) continue;
      if (!isSkin(small.data[i]!, small.data[i + 1]!, small.data[i + 2]!)) continue;
      n++;
      sx += x;
      sy += y;
      sxx += x * x;
      sxy += x * y;
      syy += y * y;
    }
  }
  if (n < 40) return guessed;
  const [cxx, cxy, cyy] = [sxx / n - (sx / n) ** 2, sxy / n - (sx * sy) / n ** 2, syy / n - (sy / n) ** 2];
  const half = Math.hypot((cxx - cyy) / 2, cxy);
  const mean = (cxx + cyy) / 2;
  if (Math.sqrt((mean + half) / Math.max(1e-6, mean - half)) < limb.elongated) return guessed;
  const angle = 0.5 * Math.atan2(2 * cxy, cxx - cyy);
  const axis = { x: Math.cos(angle), y: Math.sin(angle) };
  const along = axis.x * guessed.x + axis.y * guessed.y;
  if (Math.abs(along) > Math.cos(limb.maxDeviation)) return guessed;
  return along < 0 ? { x: -axis.x, y: -axis.y } : axis;
}

/** The place closest to the wrist where bare arm is visible: hair, pockets and cuffs hide many wrists. */
export function findBareSkin(
  scene: Pixels,
  person: Person,
  frame: Frame,
  side: Side,
  arm: Point,
  isSkin: SkinTest,
): { at: Point; width: number } | undefined {
  const { unit } = frame;
  const across = { x: -arm.y, y: arm.x };
  const above = (share: number): Point => plus(side.wrist, arm, -unit * share);
  const near = [0, 0.03, -0.04, -0.09].map((more) => above(wrists.above + more));
  const { root } = getHand(side, scene, person, frame);
  const higher = Array.from({ length: 7 }, (_, k) => above(wrists.above + 0.06 + k * 0.03));
  // A hand that begins further down comes out of a cuff.
  const cuff = root && distance(root, side.wrist) > unit * 0.14 ? [plus(root, arm, unit * 0.04)] : [];
  for (const joint of [...cuff, ...near, ...higher]) {
    const bare = skinAcross(person, isSkin, joint, across, unit);
    if (!bare || bare.width < unit * wrists.min * 0.8 || Math.abs(bare.offset) > unit * 0.12) continue;
    // A red check pattern on a sleeve matches skin on one line, but not on three.
    const confirmed = [-0.03, 0.03].every((more) => {
      const beside = skinAcross(person, isSkin, plus(joint, arm, unit * more), across, unit);
      return beside && beside.width > bare.width * 0.6;
    });
    if (!confirmed) continue;
    return {
      at: plus(joint, across, bare.offset),
      width: clamp(bare.width, unit * wrists.min, unit * wrists.max),
    };
  }
  const joint = above(wrists.above);
  const sleeve = outlineAcross(person, joint, across, unit * 0.2);
  if (sleeve.width > unit * 0.3 || sleeve.width < unit * wrists.min) return undefined;
  return { at: plus(joint, across, sleeve.offset), width: Math.min(sleeve.width, unit * wrists.max) };
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
