import { clamp } from '../pixels/clamp.ts';
import { meanIn } from '../pixels/integral.ts';
import { coveredShare, type Rect } from '../pixels/rect.ts';
import type { SceneModel } from '../scene/scene-analysis.ts';
import type { Support } from '../scene/support.ts';
import { getFacts, type Thing } from '../scene/things/thing.ts';
import { type Candidate, onThirds, ownSurfaceBonus, sized, sizePenalty, steps } from './candidate.ts';
import type { Item } from './item.ts';

/** Assumed height of table tops. */
const tableCm = 75;

/**
 * The scale on a table follows from how far it is below the horizon; a thing of known size that stands there counts
 * more.
 */
function tableScale({ perspective }: SceneModel, { y, scale }: Support): number {
  const { horizon, cameraCm, wallScale } = perspective;
  const own = clamp((y - horizon) / Math.max(20, cameraCm - tableCm), wallScale * 0.8, wallScale * 2);
  return scale ? own ** 0.3 * scale ** 0.7 : own;
}

/** Places on table tops. */
export const tablePlaces = (item: Item, scene: SceneModel, factor: number): Candidate[] =>
  placesOn(
    scene.supports.filter(({ beside }) => !beside),
    item,
    scene,
    factor,
  );

/** Places of small things that find no table: next to another thing that stands on something, without hiding it. */
export const besidePlaces: typeof tablePlaces = (item, scene, factor) =>
  placesOn(
    scene.supports.filter(({ beside }) => beside),
    item,
    scene,
    factor,
  ).filter(({ score }) => score > ownSurfaceBonus - 1);

function placesOn(supports: Support[], item: Item, scene: SceneModel, factor: number): Candidate[] {
  const standing = scene.seen.filter(({ kind }) => getFacts(kind).standsCm === undefined);
  return supports.flatMap((support) => {
    const scale = tableScale(scene, support);
    const size = sized(item, scene, scale * factor, 'table');
    if (size.width > support.width * 0.95) return [];
    const inset = Math.min(size.width * 0.3, (support.width - size.width) / 2);
    return steps(support.x + inset, support.x + support.width - size.width - inset, 21).map((x) => {
      const rect = { x, y: support.y - size.height, ...size };
      const clutter = meanIn(scene.clutter, { ...rect, height: size.height * 0.9 });
      const hidden = standing.reduce((sum, thing) => sum + coveredShare(getFoot(thing), rect), 0);
      const score =
        ownSurfaceBonus +
        0.05 * support.score +
        (support.scale ? 0.3 : 0) +
        // A table in the background is worse than a near one.
        0.6 * Math.min(1, (8 * size.height) / scene.height) -
        sizePenalty(size.width, item.plan.widthCm * scale) -
        0.2 * clutter -
        // Something may stand partly in front of what is there already.
        3 * hidden -
        6 * Math.max(0, hidden - 0.2) -
        standing.reduce((sum, thing) => sum + inside * sharedFoot(rect, thing, scene.height), 0) -
        (support.sure ? 1.5 * outsideShare(rect, support.sure) : 0) -
        2.5 * Math.max(0, clutter - 5.5) +
        0.3 * onThirds(scene, x + size.width / 2);
      return { surface: 'table' as const, rect, score };
    });
  });
}

/** Penalty for a foot on the keyboard of a laptop, or on the same spot as another thing. */
const inside = 2.2;
/** The depth of what stands on a table, as a share of the image's height. */
const footDepth = 0.03;

/** Share of the product's width that is on the spot where a thing stands. */
function sharedFoot(rect: Rect, thing: Thing, height: number): number {
  const base = rect.y + rect.height;
  const { x, y, width, height: tall } = getFoot(thing);
  if (base < y || base > y + tall + footDepth * height) return 0;
  return Math.max(0, Math.min(rect.x + rect.width, x + width) - Math.max(rect.x, x)) / rect.width;
}

/** The part of a thing that occupies its surface: plants hang over. */
const getFoot = ({ kind, rect }: Thing): Rect =>
  kind === 'potted plant' ? { ...rect, x: rect.x + rect.width * 0.25, width: rect.width / 2 } : rect;

/** Share of a product's width that is beyond the part of a table where things stand. */
function outsideShare({ x, width }: Rect, { from, to }: { from: number; to: number }): number {
  return Math.min(1, Math.max(0, from - x, x + width - to) / width);
}
