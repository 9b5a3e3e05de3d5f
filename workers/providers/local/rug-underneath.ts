import { softBlur } from './blur.ts';
import { components } from './components.ts';
import { labOf } from './lab.ts';
import { sample } from './plane.ts';
import type { SceneModel } from './scene-analysis.ts';
import { clamp, type Pixels, type Rect } from './types.ts';

/** Distance to the nearest floor colour: below `same` it is floor, above `other` something stands there. */
const same = 11;
const other = 22;
/** Sun and shade change a floor's lightness far more than its colour. */
const lightnessWeight = 0.55;

/**
 * Lets furniture stand on a rug instead of under it: takes the rug (RGBA at `rect`) away where the scene shows a
 * standing thing. Well inside the object mask that is certain; at its fringe and on thin legs a colour unlike the
 * floor's must agree, or the floor's own pattern would shine through.
 */
export function slipUnder(rug: Pixels, rect: Rect, scene: Pixels, model: SceneModel): void {
  const { width, height } = model.planes;
  const things = softBlur({ data: standing(model), width, height }, 1);
  const scale = width / model.width;
  const right = Math.min(rect.width, scene.width - rect.x);
  const bottom = Math.min(rect.height, scene.height - rect.y);
  for (let y = Math.max(0, -rect.y); y < bottom; y++) {
    for (let x = Math.max(0, -rect.x); x < right; x++) {
      const i = (y * rect.width + x) * 4 + 3;
      if (rug.data[i] === 0) continue;
      const thing = sample(things, (rect.x + x + 0.5) * scale - 0.5, (rect.y + y + 0.5) * scale - 0.5);
      if (thing < 0.08) continue;
      const { whole, chroma } = fromFloor(scene, (rect.y + y) * scene.width + rect.x + x, model.floorColours);
      const inside = clamp((thing - 0.8) / 0.15, 0, 1) * clamp((chroma - 3) / 4, 0, 1);
      const hidden = Math.max(clamp((whole - same) / (other - same), 0, 1), inside);
      rug.data[i] = Math.round(rug.data[i]! * (1 - hidden));
    }
  }
}

/** The object mask without patches that lie wholly on the floor: sunlight and reflections, not furniture. */
function standing({ objectMask, planes, perspective, height }: SceneModel): Float32Array {
  const things = new Float32Array(objectMask.length);
  const horizon = (perspective.floorTop / height - 0.04) * planes.height;
  for (const { pixels, box } of components(objectMask, planes.width, planes.height)) {
    if (box.y < horizon) for (const i of pixels) things[i] = 1;
  }
  return things;
}

/** Least distances of a scene pixel from the floor's colours: with lightness, and in a*, b* alone. */
function fromFloor(scene: Pixels, pixel: number, colours: number[][]): { whole: number; chroma: number } {
  const lab = labOf(scene.data[pixel * 3]!, scene.data[pixel * 3 + 1]!, scene.data[pixel * 3 + 2]!);
  let whole = Number.POSITIVE_INFINITY;
  let chroma = Number.POSITIVE_INFINITY;
  for (const [l = 0, a = 0, b = 0] of colours) {
    whole = Math.min(whole, Math.hypot((lab[0] - l) * lightnessWeight, lab[1] - a, lab[2] - b));
    chroma = Math.min(chroma, Math.hypot(lab[1] - a, lab[2] - b));
  }
  return { whole, chroma };
}
