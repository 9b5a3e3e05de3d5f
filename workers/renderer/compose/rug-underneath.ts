import { softBlur } from '../pixels/blur.ts';
import { clamp } from '../pixels/clamp.ts';
import { components } from '../pixels/components.ts';
import { getLab } from '../pixels/lab.ts';
import type { Pixels } from '../pixels/pixels.ts';
import { sample } from '../pixels/plane.ts';
import type { Rect } from '../pixels/rect.ts';
import type { SceneModel } from '../scene/scene-analysis.ts';

/** Distance to the nearest floor color: a pixel below `same` is floor, one above `other` is an object. */
const same = 11;
const other = 22;
/** Sunlight and shade change a floor's lightness far more than its color. */
const lightnessWeight = 0.55;

/**
 * Puts a rug under the furniture: makes the rug (RGBA at `rect`) transparent where the scene shows an object. Well
 * inside the object mask that is certain; at its edge and on thin legs the color must differ from the floor's as well,
 * or the floor's pattern would show through the rug.
 */
export function slipUnder(rug: Pixels, rect: Rect, scene: Pixels, model: SceneModel): void {
  const { width, height } = model.planes;
  const objects = softBlur({ data: standing(model, rect.y), width, height }, 1);
  const scale = width / model.width;
  const right = Math.min(rect.width, scene.width - rect.x);
  const bottom = Math.min(rect.height, scene.height - rect.y);
  const hidden = { data: new Float32Array(rect.width * rect.height), width: rect.width, height: rect.height };
  const solid = { ...hidden, data: new Float32Array(hidden.data.length) };
  for (let y = Math.max(0, -rect.y); y < bottom; y++) {
    for (let x = Math.max(0, -rect.x); x < right; x++) {
      const i = y * rect.width + x;
      if (rug.data[i * 4 + 3] === 0) continue;
      const object = sample(objects, (rect.x + x + 0.5) * scale - 0.5, (rect.y + y + 0.5) * scale - 0.5);
      if (object < 0.08) continue;
      const { whole, chroma } = fromFloor(scene, (rect.y + y) * scene.width + rect.x + x, model.floorColors);
      const inside = clamp((object - 0.8) / 0.15, 0, 1) * clamp((chroma - 3) / 4, 0, 1);
      hidden.data[i] = Math.max(clamp((whole - same) / (other - same), 0, 1), inside);
      solid.data[i] = hidden.data[i]! > 0.2 ? 1 : 0;
    }
  }
  // Floor texture in a leg's shadow shows as specks; a leg is solid.
  const dense = softBlur(solid, Math.max(1, scene.width / 250));
  for (let i = 0; i < hidden.data.length; i++) {
    const left = 1 - hidden.data[i]! * clamp((dense.data[i]! - 0.2) / 0.15, 0, 1);
    if (left < 1) rug.data[i * 4 + 3] = Math.round(rug.data[i * 4 + 3]! * left);
  }
}

/**
 * The object mask without sunlight and reflections: removes components that lie wholly on the floor, broad bright ones,
 * and those that end below the rug's far edge (row `far`) and have the floor's color. Objects reach further up.
 */
function standing(model: SceneModel, far: number): Float32Array {
  const { planes, perspective, height } = model;
  const { width } = planes;
  const objects = new Float32Array(planes.width * planes.height);
  const horizon = (perspective.floorTop / height - 0.04) * planes.height;
  const solid = withoutSunlight(model);
  for (const { pixels, box } of components(solid, width, planes.height)) {
    if (box.y < horizon) for (const i of pixels) objects[i] = 1;
  }
  const edge = Math.floor((far / height) * planes.height);
  const onRug = Uint8Array.from(objects, (value, i) => (i >= edge * width ? value : 0));
  for (const { pixels, box } of components(onRug, width, planes.height)) {
    if (box.y > edge + 1 && (pixels.length < speck * onRug.length || likeFloor(model, pixels)))
      for (const i of pixels) objects[i] = 0;
  }
  return objects;
}

function likeFloor({ planes: { a, b }, floorColors }: SceneModel, pixels: number[]): boolean {
  const mean = (plane: Float32Array) => pixels.reduce((sum, i) => sum + plane[i]!, 0) / pixels.length;
  const [ma, mb] = [mean(a), mean(b)];
  return floorColors.some(([, fa = 0, fb = 0]) => Math.hypot(ma - fa, mb - fb) < 7);
}

/** A component in the middle of the rug below this share of the image is a reflection, whatever its color. */
const speck = 0.003;

/** Minimum width of sunlight, analysis pixels: a white leg is as bright and as grey, but narrow. */
const broad = 6;

function withoutSunlight({ objectMask, planes, floorColors }: SceneModel): Uint8Array {
  const { width, l, a, b } = planes;
  const out = Uint8Array.from(objectMask);
  const sunlit = (i: number) =>
    objectMask[i] === 1 &&
    floorColors.some(([fl = 0, fa = 0, fb = 0]) => {
      // Sunlight is warmer than the skylight around it: the brighter, the more the color may differ.
      const brighter = l[i]! - fl;
      return brighter > 3 && Math.hypot(a[i]! - fa, b[i]! - fb) < Math.min(12, 4 + brighter * 0.4);
    });
  let run = 0;
  for (let i = 0; i <= out.length; i++) {
    const on = i < out.length && sunlit(i);
    if (run > 0 && (!on || i % width === 0)) {
      if (run >= broad) out.fill(0, i - run, i);
      run = 0;
    }
    if (on) run++;
  }
  return out;
}

/** Minimum distances of a scene pixel from the floor's colors: with lightness, and in a*, b* alone. */
function fromFloor(scene: Pixels, pixel: number, colors: number[][]): { whole: number; chroma: number } {
  const { data } = scene;
  return nearest(getLab(data[pixel * 3]!, data[pixel * 3 + 1]!, data[pixel * 3 + 2]!), colors);
}

function nearest(lab: readonly number[], colors: number[][]): { whole: number; chroma: number } {
  let whole = Number.POSITIVE_INFINITY;
  let chroma = Number.POSITIVE_INFINITY;
  for (const [l = 0, a = 0, b = 0] of colors) {
    whole = Math.min(whole, Math.hypot((lab[0]! - l) * lightnessWeight, lab[1]! - a, lab[2]! - b));
    chroma = Math.min(chroma, Math.hypot(lab[1]! - a, lab[2]! - b));
  }
  return { whole, chroma };
}

/**
 * 1 where the object mask has the floor's color, so that object and floor cannot be told apart: wooden legs on wood,
 * and their shadows. A rug placed there would have holes.
 */
export function unclearOnFloor({ objectMask, planes, floorColors }: SceneModel): Uint8Array {
  const { l, a, b } = planes;
  return Uint8Array.from(objectMask, (object, i) =>
    object === 1 && nearest([l[i]!, a[i]!, b[i]!], floorColors).whole < (same + other) / 2 ? 1 : 0,
  );
}
