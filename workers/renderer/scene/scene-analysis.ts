import { sharp } from '../../../shared/images/sharp-setup.ts';
import { type Integral, integralOf } from '../pixels/integral.ts';
import { deltaE, type LabImage, toLab } from '../pixels/lab.ts';
import type { Pixels } from '../pixels/pixels.ts';
import type { Rect } from '../pixels/rect.ts';
import { faceHint } from './face-hint.ts';
import { findFloor } from './floor.ts';
import { type Perspective, perspectiveFrom } from './perspective.ts';
import { measureLight, type SceneLight } from './scene-light.ts';
import type { Support } from './support.ts';
import { findSupports } from './supports.ts';

/** The measurements that light matching needs. */
export interface SceneBasics {
  width: number;
  height: number;
  /** At ≤ 256 px, like all measurements. */
  planes: LabImage;
  light: SceneLight;
}

/** The measurements that placement needs as well. */
export interface SceneModel extends SceneBasics {
  /** Local colour change per pixel (ΔE), 0 on blank walls. */
  clutter: Integral;
  /** 1 where the floor is visible, scanned up from the lower edge. */
  floor: Integral;
  /** 1 where an object is in front of wall and floor. */
  objects: Integral;
  /** The same, one byte a pixel of `planes`. */
  objectMask: Uint8Array;
  floorColours: number[][];
  /** 1 where colour and brightness are those of human skin; a hint only, leather and wood pass too. */
  skin: Integral;
  /** The same, one byte a pixel of `planes`. */
  skinMask: Uint8Array;
  /** Largest object in the scene, output pixels. */
  mainObject?: Rect;
  /** Head and chest of a person, if one is likely: no product may cover it. */
  person?: Rect;
  perspective: Perspective;
  supports: Support[];
}

const analysisSide = 256;

/** Measures light and colours; `scene` is RGB at output size. */
export const measureScene = async (scene: Pixels): Promise<SceneBasics> =>
  basicsOf(scene, await shrink(scene));

function basicsOf(scene: Pixels, small: Pixels): SceneBasics {
  const planes = toLab(small.data, small.width, small.height, 3);
  return { width: scene.width, height: scene.height, planes, light: measureLight(scene, planes) };
}

/** Also finds floor, objects and supports, which takes several times as long. */
export async function analyseScene(scene: Pixels): Promise<SceneModel> {
  const small = await shrink(scene);
  const basics = basicsOf(scene, small);
  const { width, height, planes } = basics;
  const scale = small.width / width;
  const gradient = gradientOf(planes);
  const floor = findFloor(planes, gradient);
  const integral = (values: ArrayLike<number>) => integralOf(values, small.width, small.height, scale);
  const perspective = perspectiveFrom(floor, width, height);
  const mainObject = floor.mainObject;
  const skinMask = skinOf(small.data);
  const face = faceHint(skinMask, small.width, small.height);
  return {
    ...basics,
    clutter: integral(gradient),
    floor: integral(floor.mask),
    objects: integral(floor.objects),
    objectMask: floor.objects,
    floorColours: floor.colours,
    skin: integral(skinMask),
    skinMask,
    ...(mainObject ? { mainObject: enlarge(mainObject, 1 / scale) } : {}),
    ...(face ? { person: enlarge(headAndChest(face), 1 / scale) } : {}),
    perspective,
    supports: findSupports(planes, floor, perspective, scale),
  };
}

async function shrink(scene: Pixels): Promise<Pixels> {
  const { data, info } = await sharp(scene.data, {
    raw: { width: scene.width, height: scene.height, channels: 3 },
  })
    .resize(analysisSide, analysisSide, { fit: 'inside', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function headAndChest(face: Rect): Rect {
  return {
    x: face.x - face.width,
    y: face.y - face.height * 0.4,
    width: face.width * 3,
    height: face.height * 3.2,
  };
}

function enlarge(rect: Rect, factor: number): Rect {
  return { x: rect.x * factor, y: rect.y * factor, width: rect.width * factor, height: rect.height * factor };
}

/** Largest ΔE to the right and lower neighbour, halved over two pixels, which reduces the effect of JPEG blocks. */
export function gradientOf(planes: LabImage): Float32Array {
  const { width, height } = planes;
  const gradient = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const up = Math.max(0, y - 1) * width;
    const down = Math.min(height - 1, y + 1) * width;
    for (let x = 0; x < width; x++) {
      const left = y * width + Math.max(0, x - 1);
      const right = y * width + Math.min(width - 1, x + 1);
      const i = up + x;
      const j = down + x;
      const horizontal = deltaE(planes, left, right);
      const vertical = deltaE(planes, i, j);
      gradient[y * width + x] = Math.max(horizontal, vertical) / 2;
    }
  }
  return gradient;
}

/**
 * Skin by chroma (the Cb, Cr box of the literature) with a warm order of channels. Hair, wood, leather and sand
 * pass as well: it may add a penalty or choose between estimates, but never decides alone.
 */
function skinOf(rgb: Uint8Array): Uint8Array {
  const mask = new Uint8Array(rgb.length / 3);
  for (let i = 0; i < mask.length; i++) {
    const r = rgb[i * 3]!;
    const g = rgb[i * 3 + 1]!;
    const b = rgb[i * 3 + 2]!;
    const cb = 128 - 0.1687 * r - 0.3313 * g + 0.5 * b;
    const cr = 128 + 0.5 * r - 0.4187 * g - 0.0813 * b;
    const bright = 0.299 * r + 0.587 * g + 0.114 * b > 40;
    mask[i] = bright && cb > 77 && cb < 127 && cr > 134 && cr < 173 && r > g && g > b * 0.75 ? 1 : 0;
  }
  return mask;
}
