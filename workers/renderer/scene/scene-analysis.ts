import { sharp } from '../../../shared/images/sharp-setup.ts';
import { softBlur } from '../pixels/box-blur.ts';
import { getIntegral, type Integral } from '../pixels/integral.ts';
import { deltaE, type LabImage, toLab } from '../pixels/lab.ts';
import type { Pixels } from '../pixels/pixels.ts';
import type { Rect } from '../pixels/rect.ts';
import { type FloorFinding, findFloor } from './floor.ts';
import { isOutdoors } from './outdoors.ts';
import { fitPerspective, type Perspective } from './perspective.ts';
import { measureLight, type SceneLight } from './scene-light.ts';
import type { Support } from './support.ts';
import { addScales, findTableTops } from './table-tops.ts';
import { getCertainScore, getFacts, type Thing } from './things/thing.ts';

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
  things: Thing[];
  /** Also small things that may be there. */
  seen: Thing[];
  /** Persons and animals, which no product covers; output pixels. */
  living: Rect[];
  /** No walls, no ceiling, and the ground is not a floor. */
  outdoors: boolean;
  /** Local color change per pixel (ΔE), 0 on blank walls. */
  clutter: Integral;
  /** 1 where the floor or ground is visible, scanned up from the lower edge. */
  floor: Integral;
  /** 1 on pools and sea, where nothing stands. */
  water: Integral;
  /** 1 where an object is in front of wall and floor. */
  objects: Integral;
  perspective: Perspective;
  supports: Support[];
}

const analysisSide = 256;
/** Grass and gravel are smoothed by this radius, or each blade would end the ground. */
const groundBlur = 3;
/** Outdoors the ground reaches about this far up, as a share of the height. */
const groundTop = 0.6;

/** Measures light and colors; `scene` is RGB at output size. */
export const measureScene = async (scene: Pixels): Promise<SceneBasics> =>
  readBasics(scene, await shrink(scene));

function readBasics(scene: Pixels, small: Pixels): SceneBasics {
  const planes = toLab(small.data, small.width, small.height, 3);
  return { width: scene.width, height: scene.height, planes, light: measureLight(scene, planes) };
}

/** Also finds floor, objects and table tops, which takes several times as long; `seen` is what the detector reports. */
export async function analyseScene(scene: Pixels, seen: Thing[] = []): Promise<SceneModel> {
  const small = await shrink(scene);
  const basics = readBasics(scene, small);
  const { width, planes } = basics;
  const scale = small.width / width;
  const things = seen.filter(({ kind, score }) => score >= getCertainScore(kind));
  const gradient = getGradient(planes);
  const outdoors = isOutdoors(planes, things);
  const floor = outdoors ? findGround(planes) : findFloor(planes, gradient);
  const integral = (values: ArrayLike<number>) => getIntegral(values, small.width, small.height, scale);
  const free = integral(floor.mask);
  const perspective = fitPerspective(things, outdoors ? groundTop : floor.topShare, basics);
  return {
    ...basics,
    things,
    seen,
    living: things.filter(({ kind }) => getFacts(kind).living).map(({ rect }) => rect),
    outdoors,
    clutter: integral(gradient),
    floor: free,
    water: integral(findWater(planes)),
    objects: integral(floor.objects),
    perspective,
    supports: addScales(
      findTableTops(things, seen, planes, free, scale).filter((support) => !isOnSeat(support, things)),
      seen,
      basics.height,
    ),
  };
}

/** A seat ends in a crease as straight as a shelf. */
const isOnSeat = ({ x, y, width }: Support, things: Thing[]): boolean =>
  things.some(
    ({ kind, rect }) =>
      getFacts(kind).seat !== undefined &&
      y > rect.y &&
      y < rect.y + rect.height &&
      Math.min(x + width, rect.x + rect.width) - Math.max(x, rect.x) > width * 0.4,
  );

const findWater = ({ l, a, b }: LabImage): Uint8Array =>
  Uint8Array.from(l, (light, i) => (light > 45 && a[i]! < -10 && b[i]! < -6 ? 1 : 0));

function findGround(planes: LabImage): FloorFinding {
  const { width, height } = planes;
  const smooth = (data: Float32Array) => softBlur({ data, width, height }, groundBlur).data;
  const soft = { width, height, l: smooth(planes.l), a: smooth(planes.a), b: smooth(planes.b) };
  return findFloor(soft, getGradient(soft));
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

/** Largest ΔE to the right and lower neighbour, halved over two pixels, which reduces the effect of JPEG blocks. */
export function getGradient(planes: LabImage): Float32Array {
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
