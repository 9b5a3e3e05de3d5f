import { coveredShare, type Rect } from '../pixels/rect.ts';
import { seenWhole } from '../products/find-thing.ts';
import { floorScale, hides } from '../scene/perspective.ts';
import type { SceneModel } from '../scene/scene-analysis.ts';
import { getFacts, type Thing } from '../scene/things/thing.ts';
import { type Candidate, sizePenalty } from './candidate.ts';
import type { Item } from './item.ts';

/** How much further than the thing that it replaces a product reaches: its own outline is rounder than a box. */
const beyond = 1.08;
/** Maximum size relative to the true size. */
const largest = 1.4;

/** Places of furniture where the room has a piece of its kind: in front of it and hiding it whole, as if it were replaced. */
export function replacingPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  const kinds = seenWhole[item.plan.kind];
  if (!kinds || factor < 1) return [];
  const replaced = scene.things.filter(({ kind, rect }) => kinds.includes(kind) && isKnown(rect, scene));
  return replaced.flatMap((thing): Candidate[] => {
    const rect = getCover(thing, item, scene);
    const real = item.plan.widthCm * scaleAt(thing, scene);
    const isBehind = scene.things.some(({ rect: other }) => hides(other, rect) && !hides(other, thing.rect));
    if (rect.width > largest * real || isBehind) return [];
    const others = scene.things.filter(({ rect: other }) => coveredShare(other, thing.rect) < 0.8);
    const hidden = others.reduce(
      (sum, { rect: other }) => sum + coveredShare(other, rect) - coveredShare(other, thing.rect),
      0,
    );
    return [
      { surface: 'floor', rect, score: 0.6 + thing.score - 2 * hidden - sizePenalty(rect.width, real) },
    ];
  });
}

/** How close to a side of the image, as a share of its width, a thing is cut off by it. */
const margin = 0.01;
const isCutLeft = ({ x }: Rect, scene: SceneModel): boolean => x < margin * scene.width;
const isCutRight = ({ x, width }: Rect, scene: SceneModel): boolean => x + width > (1 - margin) * scene.width;

/** True for a thing of which the sides of the image leave enough to know its size. */
const isKnown = (rect: Rect, scene: SceneModel): boolean =>
  isCutLeft(rect, scene) || isCutRight(rect, scene) ? rect.width > rect.height : true;

/** The mean of the scale of the floor and that of the thing itself. */
function scaleAt({ kind, rect }: Thing, { perspective }: SceneModel): number {
  const floor = floorScale(perspective, rect.y + rect.height);
  const { standsCm } = getFacts(kind);
  return standsCm === undefined ? floor : Math.sqrt((floor * rect.height) / standsCm);
}

/** The smallest place of true size or more that covers a thing. */
function getCover(thing: Thing, { plan, aspect }: Item, scene: SceneModel): Rect {
  const { x, y, width: covered, height: tall } = thing.rect;
  const foot = y + tall * (1 + (beyond - 1) / 2);
  const width = Math.max(plan.widthCm * scaleAt(thing, scene), beyond * covered, beyond * tall * aspect);
  const height = width / aspect;
  const share = isCutLeft(thing.rect, scene) ? 1 : isCutRight(thing.rect, scene) ? 0 : 0.5;
  return {
    x: x - share * (width - covered) + (share - 0.5) * (beyond - 1) * covered,
    y: foot - height,
    width,
    height,
  };
}
