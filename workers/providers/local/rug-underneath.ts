import { softBlur } from './blur.ts';
import { labOf } from './lab.ts';
import { sample } from './plane.ts';
import type { SceneModel } from './scene-analysis.ts';
import { clamp, type Pixels, type Rect } from './types.ts';

/** ΔE to the nearest floor colour: below `same` it is floor, above `other` something stands there. */
const same = 13;
const other = 24;

/**
 * Lets furniture stand on a rug instead of under it: takes the rug (RGBA at `rect`) away where the scene shows a
 * standing thing. Well inside the object mask that is certain; at its fringe and on thin legs a colour unlike the
 * floor's must agree, or the floor's own pattern would shine through.
 */
export function slipUnder(rug: Pixels, rect: Rect, scene: Pixels, model: SceneModel): void {
  const { width, height } = model.planes;
  const things = softBlur({ data: Float32Array.from(model.objectMask), width, height }, 1);
  const scale = width / model.width;
  const right = Math.min(rect.width, scene.width - rect.x);
  const bottom = Math.min(rect.height, scene.height - rect.y);
  for (let y = Math.max(0, -rect.y); y < bottom; y++) {
    for (let x = Math.max(0, -rect.x); x < right; x++) {
      const i = (y * rect.width + x) * 4 + 3;
      if (rug.data[i] === 0) continue;
      const thing = sample(things, (rect.x + x + 0.5) * scale - 0.5, (rect.y + y + 0.5) * scale - 0.5);
      if (thing < 0.08) continue;
      const strange = floorDistance(scene, (rect.y + y) * scene.width + rect.x + x, model.floorColours);
      const hidden = Math.max(
        clamp((strange - same) / (other - same), 0, 1),
        clamp((thing - 0.8) / 0.15, 0, 1),
      );
      rug.data[i] = Math.round(rug.data[i]! * (1 - hidden));
    }
  }
}

function floorDistance(scene: Pixels, pixel: number, colours: number[][]): number {
  const lab = labOf(scene.data[pixel * 3]!, scene.data[pixel * 3 + 1]!, scene.data[pixel * 3 + 2]!);
  return Math.min(...colours.map((c) => Math.hypot(lab[0] - c[0]!, lab[1] - c[1]!, lab[2] - c[2]!)));
}
