import { meanIn } from '../pixels/integral.ts';
import { coveredShare, type Rect } from '../pixels/rect.ts';
import type { SceneModel } from '../scene/scene-analysis.ts';
import { getFacts } from '../scene/things/thing.ts';
import { type Candidate, onThirds, sized, sizePenalty, steps } from './candidate.ts';
import type { Item } from './item.ts';

/** Minimum height of a painting's lower edge above the floor (cm). */
const minHeightCm = 45;

export function wallPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  const { width, height, perspective } = scene;
  const size = sized(item, scene, perspective.wallScale * factor, 'wall');
  if (scene.outdoors) return [];
  const [main] = scene.things.filter(({ kind }) => getFacts(kind).seat !== undefined);
  const mainCenter = main ? main.rect.x + main.rect.width / 2 : width / 2;
  const lowest =
    Math.min(perspective.floorTop - minHeightCm * perspective.wallScale, height * 0.85) - size.height;
  const eye = Math.min(height * 0.34, lowest + size.height / 2);
  return steps(height * 0.03, Math.max(height * 0.04, lowest), 14).flatMap((y) =>
    steps(width * 0.03, width * 0.97 - size.width, 27).map((x) => {
      const rect = { x, y, ...size };
      const pad = Math.min(size.width, size.height) * 0.08;
      const wide = { x: x - pad, y: y - pad, width: size.width + 2 * pad, height: size.height + 2 * pad };
      const things = scene.things.reduce((sum, thing) => sum + coveredShare(rect, thing.rect), 0);
      const score =
        1.1 -
        4 * things -
        sizePenalty(size.width, item.plan.widthCm * perspective.wallScale) -
        1.5 * meanIn(scene.objects, wide) -
        6 * windowIn(scene, rect) -
        0.2 * meanIn(scene.clutter, wide) -
        1.8 * Math.abs((y + size.height / 2 - eye) / height) -
        9 * Math.max(0, 0.2 - (y + size.height / 2) / height) -
        0.4 * Math.abs((x + size.width / 2 - mainCenter) / width);
      return { surface: 'wall' as const, rect, score };
    }),
  );
}

/**
 * Share of a rectangle that is as bright as a window in daylight, far brighter than the room: nothing hangs there.
 */
function windowIn({ planes: { l, width }, clutter: { scale }, light }: SceneModel, rect: Rect): number {
  const daylight = Math.max(87, light.brightness + 30);
  if (daylight > 100) return 0;
  const cells = [0.1, 0.3, 0.5, 0.7, 0.9];
  const blown = cells.flatMap((down) =>
    cells.filter((across) => {
      const x = Math.floor((rect.x + rect.width * across) * scale);
      return l[Math.floor((rect.y + rect.height * down) * scale) * width + x]! > daylight;
    }),
  );
  return blown.length / cells.length ** 2;
}

export function ceilingPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  if (scene.outdoors) return [];
  const { width, height, perspective } = scene;
  const size = sized(item, scene, perspective.wallScale * 1.1 * factor, 'ceiling');
  const drops = item.touchesTop
    ? [0]
    : steps(height * 0.05, Math.max(height * 0.06, height * 0.42 - size.height), 4);
  return drops.flatMap((y) =>
    steps(width * 0.04, width * 0.96 - size.width, 33).map((x) => {
      const column = { x, y: 0, width: size.width, height: y + size.height };
      const things = scene.things.reduce((sum, thing) => sum + coveredShare(column, thing.rect), 0);
      const score =
        1.25 -
        4 * things -
        sizePenalty(size.width, item.plan.widthCm * perspective.wallScale * 1.1) -
        2 * meanIn(scene.objects, column) -
        0.1 * meanIn(scene.clutter, column) +
        0.3 * onThirds(scene, x + size.width / 2) -
        (y + size.height > height * 0.55 ? 0.5 : 0);
      return { surface: 'ceiling' as const, rect: { x, y, ...size }, score, ...(y > 0 ? { cordTo: y } : {}) };
    }),
  );
}
