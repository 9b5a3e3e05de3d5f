import { unclearOnFloor } from '../compose/rug-underneath.ts';
import { getIntegral, type Integral, meanIn } from '../pixels/integral.ts';
import { rugQuad } from '../scene/rug-perspective.ts';
import type { SceneModel } from '../scene/scene-analysis.ts';
import { type Candidate, coveredShare, largest, steps } from './candidate.ts';
import type { Item } from './item.ts';

const unclearAreas = new WeakMap<SceneModel, Integral>();

/** Used for every size of every rug, so it is measured once per scene. */
function unclearIn(scene: SceneModel): Integral {
  const known = unclearAreas.get(scene);
  if (known) return known;
  const { planes, width } = scene;
  const found = getIntegral(unclearOnFloor(scene), planes.width, planes.height, planes.width / width);
  unclearAreas.set(scene, found);
  return found;
}

/** Places of a rug on the visible floor. */
export function rugPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  const unclear = unclearIn(scene);
  return quads(item, scene, factor).map(({ center, ...place }) => {
    const { rect } = place;
    const outside = rect.x < 0 || rect.x + rect.width > scene.width ? 1 : 0;
    const onFloor = meanIn(scene.floor, rect);
    const score =
      0.4 +
      1.6 * onFloor -
      // Half of a rug may be under furniture, but floor must be visible.
      4 * Math.max(0, 0.5 - onFloor) -
      1.2 * meanIn(scene.objects, rect) -
      25 * Math.max(0, meanIn(unclear, rect) - 0.02) -
      0.05 * meanIn(scene.clutter, rect) -
      outside * 2 +
      1.5 * ((rect.y + rect.height) / scene.height - 0.8) -
      Math.abs(center / scene.width - 0.5) * 0.4;
    return { ...place, score };
  });
}

/** Places of something flat in the foreground, whether or not the floor was recognised, where it hides no thing. */
export function lyingPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  const unclear = unclearIn(scene);
  return quads(item, scene, factor).map(({ center, ...place }) => {
    const { rect } = place;
    const hidden = Math.max(0, ...scene.things.map((thing) => coveredShare(thing.rect, rect)));
    const score =
      meanIn(scene.floor, rect) -
      3 * hidden -
      25 * Math.max(0, meanIn(unclear, rect) - 0.02) -
      0.8 * meanIn(scene.objects, rect) -
      0.3 * Math.abs(center / scene.width - 0.5);
    return { ...place, score };
  });
}

function quads(item: Item, scene: SceneModel, factor: number): (Candidate & { center: number })[] {
  const { width, height, perspective } = scene;
  const rows = steps(Math.min(perspective.floorTop + height * 0.1, height * 0.92), height * 0.975, 8);
  return rows.flatMap((near) =>
    steps(width * 0.2, width * 0.8, 13).map((center) => {
      const quad = rugQuad(perspective, item.plan, factor, center, near, width * largest.rug.width);
      const rect = {
        x: quad[3]![0],
        y: quad[0]![1],
        width: quad[2]![0] - quad[3]![0],
        height: quad[2]![1] - quad[0]![1],
      };
      return { surface: 'rug' as const, rect, quad, score: 0, center };
    }),
  );
}
