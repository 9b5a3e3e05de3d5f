import { labOf } from './lab.ts';
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
  const near = widened(model.objectMask, width, height);
  const outside = model.objectMask.map((value) => 1 - value);
  const fringe = widened(widened(outside, width, height), width, height);
  const scale = model.planes.width / model.width;
  for (let y = 0; y < rect.height; y++) {
    const row = clamp(Math.floor((rect.y + y) * scale), 0, height - 1) * width;
    for (let x = 0; x < rect.width; x++) {
      const i = (y * rect.width + x) * 4 + 3;
      if (rug.data[i] === 0 || rect.x + x < 0 || rect.x + x >= scene.width || rect.y + y >= scene.height)
        continue;
      const cell = row + clamp(Math.floor((rect.x + x) * scale), 0, width - 1);
      if (near[cell] === 0) continue;
      if (fringe[cell] === 0) rug.data[i] = 0;
      const strange = floorDistance(scene, (rect.y + y) * scene.width + rect.x + x, model.floorColours);
      rug.data[i] = Math.round(rug.data[i]! * (1 - clamp((strange - same) / (other - same), 0, 1)));
    }
  }
}

function floorDistance(scene: Pixels, pixel: number, colours: number[][]): number {
  const lab = labOf(scene.data[pixel * 3]!, scene.data[pixel * 3 + 1]!, scene.data[pixel * 3 + 2]!);
  return Math.min(...colours.map((c) => Math.hypot(lab[0] - c[0]!, lab[1] - c[1]!, lab[2] - c[2]!)));
}

/** The mask grown by one pixel: legs are thinner than the grid it was measured on. */
function widened(mask: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(mask.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (mask[y * width + x] === 0) continue;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const inside = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height;
          if (inside) out[(y + dy) * width + x + dx] = 1;
        }
      }
    }
  }
  return out;
}
