import { meanIn } from '../pixels/integral.ts';
import { coveredShare } from '../pixels/rect.ts';
import { rugQuad } from '../scene/rug-perspective.ts';
import type { SceneModel } from '../scene/scene-analysis.ts';
import { type Candidate, largest, steps } from './candidate.ts';
import type { Item } from './item.ts';

/** Places of a rug, or of something else that lies flat, on the floor in front of all things. */
export function lyingPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
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
      const outside = rect.x < 0 || rect.x + rect.width > width ? 1 : 0;
      const hidden = scene.things.reduce((sum, { rect: thing }) => sum + coveredShare(rect, thing), 0);
      const score =
        meanIn(scene.floor, rect) -
        3 * hidden -
        0.8 * meanIn(scene.objects, rect) -
        outside +
        1.5 * (near / height - 0.9) -
        0.3 * Math.abs(center / width - 0.5);
      return { surface: 'rug' as const, rect, quad, score };
    }),
  );
}
