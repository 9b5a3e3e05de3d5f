import { sharp } from '../../../shared/images/sharp-setup.ts';
import { clamp } from '../pixels/clamp.ts';
import { labOf } from '../pixels/lab.ts';
import type { Pixels } from '../pixels/pixels.ts';
import type { ProductPlan } from '../products/classify.ts';
import type { SceneLight } from '../scene/scene-light.ts';
import type { Surface } from '../zones.ts';
import { paintProduct, paintShadow } from './compose.ts';
import { castShadow } from './shadow.ts';

/** A framed picture of a common size; its aspect follows the product's. */
export const cardPlan: ProductPlan = {
  kind: 'framed',
  surface: 'wall',
  widthCm: 80,
  heightCm: 80,
  sizeStated: false,
};

/** The frame's aspect for a product's aspect, limited so that the frame is neither a strip nor a column. */
export const cardAspect = (aspect: number): number => clamp(aspect, 0.58, 1.35);

/** Share of the card's shorter side. */
const frame = 0.022;
const margin = 0.13;
const frameColour = [58, 54, 50];
/** Warm paper, and a darker one for pale products, so that every product contrasts with its background. */
const paper = [243, 240, 234];
const darkPaper = [203, 196, 185];
const pale = 74;

const studioLight: SceneLight = {
  side: -0.5,
  white: [1, 1, 1],
  black: 0,
  brightness: 70,
  grain: 0,
  sharpness: 0.7,
};

/** Draws a cut-out (straight RGBA) on paper in a slim frame. Returns opaque RGBA of the given size. */
export async function drawCard(
  cutout: Pixels,
  size: { width: number; height: number },
  belongsOn: Surface,
): Promise<Pixels> {
  const { width, height } = size;
  const side = Math.min(width, height);
  const card = paperSheet(
    size,
    Math.max(2, Math.round(side * frame)),
    meanL(cutout) > pale ? darkPaper : paper,
  );
  const scale = Math.min(
    (width - 2 * margin * side) / cutout.width,
    (height - 2 * margin * side) / cutout.height,
  );
  const product = await resized(
    cutout,
    Math.max(1, cutout.width * scale),
    Math.max(1, cutout.height * scale),
  );
  const rect = {
    x: Math.round((width - product.width) / 2),
    y: Math.round((height - product.height) / 2),
    width: product.width,
    height: product.height,
  };
  const shadow = castShadow(product, rect, belongsOn === 'floor' ? 'table' : belongsOn, studioLight);
  if (shadow) paintShadow(card, shadow);
  paintProduct(card, product, rect);
  return opaque(card);
}

function paperSheet(
  { width, height }: { width: number; height: number },
  border: number,
  colour: number[],
): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const inFrame = x < border || y < border || x >= width - border || y >= height - border;
      data.set(inFrame ? frameColour : colour, (y * width + x) * 3);
    }
  }
  return { data, width, height };
}

function meanL({ data }: Pixels): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < data.length; i += 4 * 29) {
    if (data[i + 3]! < 200) continue;
    sum += labOf(data[i]!, data[i + 1]!, data[i + 2]!)[0];
    count++;
  }
  return sum / Math.max(1, count);
}

async function resized({ data, ...from }: Pixels, width: number, height: number): Promise<Pixels> {
  const out = await sharp(data, { raw: { ...from, channels: 4 } })
    .resize(Math.round(width), Math.round(height), { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: out.data, width: out.info.width, height: out.info.height };
}

function opaque({ data, width, height }: Pixels): Pixels {
  const out = new Uint8Array(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i++) {
    out[i * 4] = data[i * 3]!;
    out[i * 4 + 1] = data[i * 3 + 1]!;
    out[i * 4 + 2] = data[i * 3 + 2]!;
  }
  return { data: out, width, height };
}
