import sharp from 'sharp';
import { softBlur } from '../blur.ts';
import { distanceTo } from '../cutout/distance.ts';
import { type Plane, sample } from '../plane.ts';
import { clamp, type Pixels, type Rect } from '../types.ts';
import { distance, type Frame, fromSegment, type Point, plus } from './body.ts';
import { fillOut } from './fill-out.ts';
import { type FittedTop, fitTop } from './fit-top.ts';
import { type TopShape, topShape } from './garment-shape.ts';
import { boxAround, type SourceMap, sourceMap } from './mesh.ts';
import type { OldClothes } from './old-clothes.ts';
import type { Person } from './read-person.ts';

/** Something worn, at its final size: straight RGBA over `rect` of the scene. */
export interface WornLayer {
  rect: Rect;
  pixels: Pixels;
}

const shapeSide = 360;

/**
 * Dresses the person in a top or dress (straight RGBA cut-out): warped onto shoulders, sides and arms, drawn
 * over the old clothes, under hands, hair and straps, and modelled with the old cloth's shade. Undefined when
 * the cut-out does not have a top's outline.
 */
export async function wearTop(
  cutout: Pixels,
  scene: Pixels,
  person: Person,
  frame: Frame,
  old: OldClothes,
  long: boolean,
): Promise<WornLayer | undefined> {
  const small = await resized(cutout, Math.min(1, shapeSide / Math.max(cutout.width, cutout.height)));
  const shape = topShape(small);
  if (!shape) return undefined;
  const fitted = fitTop(shape, person, frame, old, long);
  const wanted = distance(...fitted.shoulders) / distance(...shape.shoulders);
  const factor = Math.min(1, (wanted * small.width) / cutout.width);
  const garment = await resized(cutout, factor);
  const toGarment = garment.width / small.width;
  const rect = boxAround([fitted.torsoCover, ...fitted.sleevesCover], scene);
  return draw({ garment, toGarment, fitted, rect, scene, person, frame, old });
}

async function resized(image: Pixels, factor: number): Promise<Pixels> {
  const { data, info } = await sharp(image.data, {
    raw: { width: image.width, height: image.height, channels: 4 },
  })
    .resize(Math.max(8, Math.round(image.width * factor)), Math.max(8, Math.round(image.height * factor)), {
      fit: 'fill',
      kernel: 'lanczos3',
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

interface Drawing {
  garment: Pixels;
  /** Garment pixels per pixel of the shape's picture. */
  toGarment: number;
  fitted: FittedTop;
  rect: Rect;
  scene: Pixels;
  person: Person;
  frame: Frame;
  old: OldClothes;
}

function draw(drawing: Drawing): WornLayer {
  const { garment, toGarment, fitted, rect, scene, person, frame, old } = drawing;
  const colours = fillOut(garment);
  const maps = [
    [sourceMap([fitted.torsoCover], rect), false],
    [sourceMap([fitted.torso], rect), true],
    [sourceMap(fitted.sleevesCover, rect), false],
    [sourceMap(fitted.sleeves, rect), true],
  ] as const;
  const shade = shadeOf(person, frame, old);
  const front = frontOf(person, frame, old, fitted);
  const envelope = envelopeOf(person, frame, fitted);
  const data = new Uint8Array(rect.width * rect.height * 4);
  const pixel = new Float32Array(4);
  const cloth = clothAt(scene, old);
  for (let y = 0; y < rect.height; y++) {
    for (let x = 0; x < rect.width; x++) {
      const i = y * rect.width + x;
      const sx = (rect.x + x + 0.5) * person.scale - 0.5;
      const sy = (rect.y + y + 0.5) * person.scale - 0.5;
      let alpha = 0;
      let [r, g, b] = [0, 0, 0];
      let oldShare = -1;
      for (const [map, core] of maps) {
        const u = map.at[i * 3]!;
        if (Number.isNaN(u)) continue;
        read(garment, colours, u * toGarment - 0.5, map.at[i * 3 + 1]! * toGarment - 0.5, pixel);
        if (oldShare < 0) oldShare = cloth(rect.x + x, rect.y + y, sx, sy);
        const own = core ? pixel[3]! : 0;
        const cover = oldShare * sample(front.cover, sx, sy);
        const free = 1 - hidden(front.front, sx, sy, oldShare);
        const share = core ? own * free * map.at[i * 3 + 2]! * sample(envelope, sx, sy) : cover;
        if (share <= 0) continue;
        r = r * (1 - share) + pixel[0]! * share;
        g = g * (1 - share) + pixel[1]! * share;
        b = b * (1 - share) + pixel[2]! * share;
        alpha = alpha + share * (1 - alpha);
      }
      if (alpha < 0.004) continue;
      const light = 1 + (sample(shade, sx, sy) - 1) * Math.max(0, oldShare);
      const o = i * 4;
      data[o] = clamp(Math.round((r / alpha) * light), 0, 255);
      data[o + 1] = clamp(Math.round((g / alpha) * light), 0, 255);
      data[o + 2] = clamp(Math.round((b / alpha) * light), 0, 255);
      data[o + 3] = Math.round(alpha * 255);
    }
  }
  return { rect, pixels: { data, width: rect.width, height: rect.height } };
}

/** Share of what lies in front of the garment: hands, hair, straps, never the old cloth itself. */
const hidden = (front: Plane, sx: number, sy: number, old: number): number =>
  sample(front, sx, sy) * (1 - old);

/** Colour continued beyond the outline, opacity as in the cut-out (0–1). */
function read(image: Pixels, colours: Float32Array, x: number, y: number, out: Float32Array): void {
  const { width, height, data } = image;
  const cx = mirrored(x, width);
  const cy = mirrored(y, height);
  const x0 = Math.floor(cx);
  const y0 = Math.floor(cy);
  const tx = cx - x0;
  const ty = cy - y0;
  const i = (y0 * width + x0) * 4;
  const down = width * 4;
  for (let c = 0; c < 3; c++) {
    const upper = colours[i + c]! * (1 - tx) + colours[i + 4 + c]! * tx;
    const lower = colours[i + down + c]! * (1 - tx) + colours[i + down + 4 + c]! * tx;
    out[c] = upper + (lower - upper) * ty;
  }
  const upper = data[i + 3]! * (1 - tx) + data[i + 7]! * tx;
  const lower = data[i + down + 3]! * (1 - tx) + data[i + down + 7]! * tx;
  const beyond = Math.max(0, -x, -y, x - width + 1, y - height + 1);
  out[3] = ((upper + (lower - upper) * ty) / 255) * Math.max(0, 1 - beyond);
}

/** Beyond the photo's border the cloth goes on as its mirror image. */
function mirrored(value: number, size: number): number {
  const inside = value < 0 ? -value : value > size - 1.001 ? 2 * (size - 1.001) - value : value;
  return clamp(inside, 0, size - 1.001);
}

/** Share of old cloth at a scene pixel, drawn with the scene's own edges. */
function clothAt(scene: Pixels, { rule, plane }: OldClothes) {
  const parts = [rule.red, rule.green, rule.blue, rule.offset].map((data) => ({
    data,
    width: rule.width,
    height: rule.height,
  })) as [Plane, Plane, Plane, Plane];
  return (x: number, y: number, sx: number, sy: number): number => {
    const rough = sample(plane, sx, sy);
    if (rough < 0.01 || rough > 0.99) return rough;
    const i = (y * scene.width + x) * 3;
    const share =
      (sample(parts[0], sx, sy) * scene.data[i]! +
        sample(parts[1], sx, sy) * scene.data[i + 1]! +
        sample(parts[2], sx, sy) * scene.data[i + 2]!) /
        255 +
      sample(parts[3], sx, sy);
    return clamp((share - 0.15) / 0.7, 0, 1);
  };
}

/**
 * What stays in front of the garment (1) at mask size, and where old cloth may be hidden by more of the new one.
 * Between two pieces of old cloth, above and below, something else is an arm, a hand, hair or a strap.
 */
function frontOf(
  person: Person,
  frame: Frame,
  old: OldClothes,
  fitted: FittedTop,
): { front: Plane; cover: Plane } {
  const { width, height } = person.mask;
  const front = new Float32Array(width * height);
  const cover = new Float32Array(width * height);
  const { head } = frame;
  const middle = {
    x: (fitted.shoulders[0].x + fitted.shoulders[1].x) / 2,
    y: (fitted.shoulders[0].y + fitted.shoulders[1].y) / 2,
  };
  const span = distance(...fitted.shoulders);
  for (let x = 0; x < width; x++) {
    let last = -1;
    for (let y = height - 1; y >= 0; y--) {
      if (old.plane.data[y * width + x]! > 0.5) {
        last = y;
        break;
      }
    }
    let above = false;
    for (let y = 0; y < height; y++) {
      const i = y * width + x;
      const at = { x: (x + 0.5) / person.scale, y: (y + 0.5) / person.scale };
      const t = ((at.x - middle.x) * fitted.axis.x + (at.y - middle.y) * fitted.axis.y) / fitted.length;
      const cloth = old.plane.data[i]! > 0.5;
      cover[i] = t > -0.1 && !beyondSleeve(at, frame, fitted) ? 1 : 0;
      if (cloth) above = true;
      if (cloth || person.mask.data[i]! < 0.3) continue;
      const skin = old.skin.data[i]! > 0.5;
      const hand = frame.sides.some(
        (side) =>
          side.seen.wrist >= 0.2 &&
          distance(
            at,
            plus(side.wrist, { x: side.wrist.x - side.elbow.x, y: side.wrist.y - side.elbow.y }, 0.2),
          ) <
            frame.unit * 0.2,
      );
      const forearm = frame.sides.some((side) => fromSegment(at, side.elbow, side.wrist) < frame.unit * 0.16);
      if (headCovers(at, head)) front[i] = 1;
      else if (inNeck(at, middle, fitted.axis, span)) front[i] = 1;
      else if (above && y < last) front[i] = 1;
      else if (y < last) front[i] = skin ? 0 : 1;
      else if (skin && (hand || forearm)) front[i] = 1;
    }
  }
  const soften = (data: Float32Array) => softBlur({ data, width, height }, 1);
  return { front: soften(front), cover: { data: cover, width, height } };
}

/** 1 on the person and a little beyond, 0 further out: no cloth stands off the body like cardboard. */
function envelopeOf(person: Person, frame: Frame, fitted: FittedTop): Plane {
  const { width, height, data } = person.mask;
  const far = distanceTo(
    Uint8Array.from(data, (share) => (share > 0.5 ? 1 : 0)),
    width,
    height,
  );
  const sleeved = fitted.reach.some(
    (reach, side) => reach > distance(frame.sides[side]!.shoulder, frame.sides[side]!.elbow) * 1.3,
  );
  const loose = Math.max(1.2, frame.unit * person.scale * (sleeved ? 0.05 : 0.018));
  return { data: far.map((d) => clamp((loose - d) / 1.5 + 0.5, 0, 1)), width, height };
}

/** On an arm past the end of the new sleeve: there the old sleeve stays, as a layer below. */
function beyondSleeve(at: Point, frame: Frame, fitted: FittedTop): boolean {
  return frame.sides.some((side, index) => {
    const reach = fitted.reach[index]! * 1.1;
    const upper = distance(side.shoulder, side.elbow);
    const near = frame.unit * 0.17;
    if (reach > upper * 1.5 || side.seen.elbow < 0.25) return false;
    // Short sleeves below short sleeves are hidden whole.
    if (reach > 0 && fitted.worn[index]! < upper * 1.05) return false;
    const on = alongSegment(at, side.shoulder, side.elbow);
    if (on.away < near && on.share * upper > Math.max(reach, upper * 0.25)) return true;
    return fromSegment(at, side.elbow, side.wrist) < near && on.share >= 1;
  });
}

function alongSegment(p: Point, a: Point, b: Point): { share: number; away: number } {
  const square = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
  const share = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / Math.max(1, square);
  return { share, away: fromSegment(p, a, b) };
}

function headCovers(at: Point, head: Frame['head']): boolean {
  if (!head) return false;
  const across = -(at.x - head.eyes.x) * head.along.y + (at.y - head.eyes.y) * head.along.x;
  return across < head.height * 0.55;
}

/** The opening of the collar: an ellipse that hangs from the shoulder line, and everything above it. */
function inNeck(at: Point, middle: Point, axis: Point, span: number): boolean {
  const down = (at.x - middle.x) * axis.x + (at.y - middle.y) * axis.y;
  const aside = (at.x - middle.x) * -axis.y + (at.y - middle.y) * axis.x;
  const depth = Math.max(0, down) / (span * 0.11);
  return (aside / (span * (down < 0 ? 0.3 : 0.21))) ** 2 + depth ** 2 < 1;
}

/** Folds and fall of light of the old cloth as a factor around 1; prints and stripes are no shade. */
function shadeOf(person: Person, frame: Frame, old: OldClothes): Plane {
  const { width, height } = person.mask;
  const { data } = person.small;
  const weight = old.plane.data;
  const light = new Float32Array(width * height);
  const sums = [0, 0, 0, 0, 0];
  for (let i = 0; i < light.length; i++) {
    const [r, g, b] = [data[i * 3]!, data[i * 3 + 1]!, data[i * 3 + 2]!];
    light[i] = (0.299 * r + 0.587 * g + 0.114 * b) * weight[i]!;
    if (weight[i]! < 0.6) continue;
    const [p, q] = [r - g, g - b];
    sums[0]! += 1;
    sums[1]! += p;
    sums[2]! += p * p;
    sums[3]! += q;
    sums[4]! += q * q;
  }
  const n = Math.max(1, sums[0]!);
  const spread = Math.sqrt(
    Math.max(0, sums[2]! / n - (sums[1]! / n) ** 2 + sums[4]! / n - (sums[3]! / n) ** 2),
  );
  const strength = clamp(1.25 - spread / 40, 0, 1);
  const unit = frame.unit * person.scale;
  const blurred = (values: Float32Array, radius: number) =>
    softBlur({ data: values, width, height }, Math.max(1, radius)).data;
  const near = [blurred(light, unit * 0.02), blurred(Float32Array.from(weight), unit * 0.02)] as const;
  const far = [blurred(light, unit * 0.4), blurred(Float32Array.from(weight), unit * 0.4)] as const;
  const out = new Float32Array(width * height).fill(1);
  for (let i = 0; i < out.length; i++) {
    if (near[1][i]! < 0.02 || far[1][i]! < 0.02) continue;
    const ratio = (near[0][i]! / near[1][i]! + 12) / (far[0][i]! / far[1][i]! + 12);
    out[i] = clamp(1 + (ratio - 1) * strength * 0.8, 0.62, 1.2);
  }
  return { data: out, width, height };
}

export type { SourceMap, TopShape };
