import { meanIn } from '../pixels/integral.ts';
import type { Rect } from '../pixels/rect.ts';
import type { SceneModel } from '../scene/scene-analysis.ts';
import { type Candidate, onThirds, sized, steps } from './candidate.ts';
import type { Item } from './item.ts';

/** Minimum height of a picture's lower edge above the floor (cm). */
const minHeightCm = 45;

export function wallPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  const { width, height, perspective } = scene;
  const size = sized(item, scene, perspective.wallScale * factor, 'wall');
  const main = scene.mainObject;
  const mainCentre = main ? main.x + main.width / 2 : width / 2;
  const lowest =
    Math.min(perspective.floorTop - minHeightCm * perspective.wallScale, height * 0.85) - size.height;
  const eye = Math.min(height * 0.34, lowest + size.height / 2);
  return steps(height * 0.03, Math.max(height * 0.04, lowest), 14).flatMap((y) =>
    steps(width * 0.03, width * 0.97 - size.width, 27).map((x) => {
      const rect = { x, y, ...size };
      const pad = Math.min(size.width, size.height) * 0.08;
      const wide = { x: x - pad, y: y - pad, width: size.width + 2 * pad, height: size.height + 2 * pad };
      const score =
        1.1 -
        2.6 * meanIn(scene.objects, wide) -
        2 * windowIn(scene, rect) -
        0.16 * meanIn(scene.clutter, wide) -
        1.8 * Math.abs((y + size.height / 2 - eye) / height) -
        9 * Math.max(0, 0.2 - (y + size.height / 2) / height) -
        0.4 * Math.abs((x + size.width / 2 - mainCentre) / width);
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

/** Share of the picture an inset takes, the columns and rows of its grid, and the penalty for that size. */
const insets = [
  { area: 0.06, columns: 2, rows: 5, cost: 0 },
  { area: 0.036, columns: 5, rows: 2, cost: 0.15 },
];

/**
 * A photo that could not be cut out and finds no wall is inset in the least cluttered corner, like a detail
 * picture in a catalogue; several insets form a row along the upper or lower edge.
 */
export function insetPlaces(item: Item, scene: SceneModel): Candidate[] {
  const margin = Math.min(scene.width, scene.height) * 0.04;
  return insets.flatMap(({ area, columns, rows, cost }) => {
    const maxWidth = Math.min(0.4 * scene.width, 0.6 * scene.height * item.aspect);
    const width = Math.min(Math.sqrt(area * scene.width * scene.height * item.aspect), maxWidth);
    const size = { width, height: width / item.aspect };
    return steps(margin, scene.height - margin - size.height, rows).flatMap((y, row) =>
      steps(margin, scene.width - margin - size.width, columns).map((x, column) => {
        const rect = { x, y, ...size };
        const corner = column === 0 || column === columns - 1 ? 0 : 0.4;
        const edge = corner + (row === 0 ? 0 : row === rows - 1 ? 0.2 : 0.6);
        return { surface: 'wall' as const, rect, score: 0.5 - cost - edge - hiddenPenalty(scene, rect) };
      }),
    );
  });
}

/** Penalty for what an inset hides: objects, and above all faces. */
function hiddenPenalty(scene: SceneModel, rect: Rect): number {
  const objects = meanIn(scene.objects, rect);
  return 0.4 * objects + 0.04 * meanIn(scene.clutter, rect) + 0.8 * objects * meanIn(scene.skin, rect);
}

export function ceilingPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  const { width, height, perspective } = scene;
  const size = sized(item, scene, perspective.wallScale * 1.1 * factor, 'ceiling');
  const drops = item.touchesTop
    ? [0]
    : steps(height * 0.05, Math.max(height * 0.06, height * 0.42 - size.height), 4);
  return drops.flatMap((y) =>
    steps(width * 0.04, width * 0.96 - size.width, 33).map((x) => {
      const column = { x, y: 0, width: size.width, height: y + size.height };
      const score =
        1.25 -
        2 * meanIn(scene.objects, column) -
        0.1 * meanIn(scene.clutter, column) +
        0.3 * onThirds(scene, x + size.width / 2) -
        (y + size.height > height * 0.55 ? 0.5 : 0);
      return { surface: 'ceiling' as const, rect: { x, y, ...size }, score, ...(y > 0 ? { cordTo: y } : {}) };
    }),
  );
}
