import { softBlur } from '../pixels/box-blur.ts';
import type { Pixels } from '../pixels/pixels.ts';
import type { Plane } from '../pixels/plane.ts';
import type { Rect } from '../pixels/rect.ts';
import type { SceneLight } from '../scene/scene-light.ts';
import type { Surface } from '../zones.ts';

/** A shadow over a part of the scene: the share of light lost, 0–1, on a coarser grid than the pixels. */
export interface Shadow {
  /** Output pixels covered by `plane`. */
  rect: Rect;
  plane: Plane;
}

interface ShadowStyle {
  /** Strength of the dark line where the product touches its support. */
  contact: number;
  /** Strength of the shade under the product's body. */
  under: number;
  /** Strength of the product's outline, cast away from the light. */
  cast: number;
}

const styles: Record<Surface, ShadowStyle> = {
  floor: { contact: 0.62, under: 0.44, cast: 0.42 },
  table: { contact: 0.6, under: 0.36, cast: 0.38 },
  seat: { contact: 0.4, under: 0, cast: 0.34 },
  wall: { contact: 0.3, under: 0, cast: 0.34 },
  rug: { contact: 0.34, under: 0, cast: 0 },
  ceiling: { contact: 0, under: 0, cast: 0 },
  person: { contact: 0.22, under: 0, cast: 0.2 },
};

/** Longest side of the grid: shadows are soft, and a finer grid would only cost time. */
const gridSide = 420;

/**
 * The shadow of one placed product (RGBA at its final size); undefined for products that hang free. Its direction
 * comes from `light.side`, its strength from the surface's style.
 */
export function castShadow(
  product: Pixels,
  rect: Rect,
  surface: Surface,
  light: SceneLight,
): Shadow | undefined {
  const style = styles[surface];
  if (style.contact + style.under + style.cast === 0) return undefined;
  const standing = surface === 'floor' || surface === 'table';
  const size = Math.max(rect.width, rect.height);
  const pad = Math.ceil(size * (standing ? 0.3 : 0.12)) + 4;
  const area = {
    x: rect.x - pad,
    y: rect.y - pad,
    width: rect.width + 2 * pad,
    height: rect.height + 2 * pad,
  };
  const scale = Math.min(1, gridSide / Math.max(area.width, area.height));
  const alpha = alphaGrid(product, area, rect, scale);
  const base = (rect.y + rect.height - area.y) * scale;
  const lost = standing
    ? standingShadow(alpha, base, rect.width * scale, rect.height * scale, light, style)
    : flatShadow(alpha, size * scale, light, style);
  return { rect: area, plane: lost };
}

/** The product's opacity, sampled over the shadow's area. */
function alphaGrid(product: Pixels, area: Rect, rect: Rect, scale: number): Plane {
  const width = Math.max(1, Math.ceil(area.width * scale));
  const height = Math.max(1, Math.ceil(area.height * scale));
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const py = Math.floor(y / scale + 0.5 / scale) + area.y - rect.y;
    if (py < 0 || py >= product.height) continue;
    for (let x = 0; x < width; x++) {
      const px = Math.floor(x / scale + 0.5 / scale) + area.x - rect.x;
      if (px >= 0 && px < product.width)
        data[y * width + x] = product.data[(py * product.width + px) * 4 + 3]! / 255;
    }
  }
  return { data, width, height };
}

function standingShadow(
  alpha: Plane,
  base: number,
  width: number,
  height: number,
  light: SceneLight,
  style: ShadowStyle,
): Plane {
  const feet = contactPoints(alpha, base, width, height);
  const contact = softBlur(feet.points, Math.max(1, Math.min(width, height) * 0.006));
  const near = softBlur(feet.points, Math.max(2, Math.min(width, height) * 0.035));
  const under = softBlur(underBody(alpha, feet, base, width), Math.max(1, width * 0.02));
  const cast = softBlur(
    project(alpha, base, height, light.side),
    Math.max(1, Math.min(width, height) * 0.028),
  );
  return combine(alpha, [
    [contact, style.contact],
    // Blurring weakens the contact line; half as much again compensates.
    [near, style.contact * 1.5],
    [under, style.under],
    [cast, style.cast],
  ]);
}

interface Feet {
  points: Plane;
  from: number;
  to: number;
}

/** The lowest opaque point of every column that is near the floor: legs, rims, edges. */
function contactPoints(
  { data, width, height }: Plane,
  base: number,
  productWidth: number,
  productHeight: number,
): Feet {
  const points = { data: new Float32Array(width * height), width, height };
  // Rear feet are higher in the image than front feet: points up to a quarter of the width above still touch.
  const reach = Math.min(productWidth * 0.28, productHeight * 0.2) + 1;
  const thick = Math.max(1, Math.round(productHeight * 0.012));
  let from = width;
  let to = 0;
  for (let x = 0; x < width; x++) {
    let y = Math.min(height - 1, Math.ceil(base));
    while (y > base - reach && data[y * width + x]! < 0.5) y--;
    if (y <= base - reach || y < 0) continue;
    from = Math.min(from, x);
    to = Math.max(to, x);
    const strength = 1 - 0.75 * ((base - y) / reach);
    for (let dy = 0; dy < thick; dy++) {
      const row = y + dy;
      if (row < height) points.data[row * width + x] = strength;
    }
  }
  return { points, from, to };
}

/** An ellipse on the floor between the outermost feet. */
function underBody({ width, height }: Plane, feet: Feet, base: number, productWidth: number): Plane {
  const plane = { data: new Float32Array(width * height), width, height };
  if (feet.to <= feet.from) return plane;
  const radiusX = (feet.to - feet.from) / 2 + productWidth * 0.02;
  const radiusY = Math.max(1.5, radiusX * 0.16);
  const centreX = (feet.from + feet.to) / 2;
  const centreY = base - radiusY * 0.62;
  for (let y = Math.max(0, Math.floor(centreY - radiusY)); y < Math.min(height, centreY + radiusY + 1); y++) {
    for (let x = 0; x < width; x++) {
      if (((x - centreX) / radiusX) ** 2 + ((y - centreY) / radiusY) ** 2 < 1) plane.data[y * width + x] = 1;
    }
  }
  return plane;
}

/**
 * The outline projected on the floor: squashed to a sixth (a lamp or window well above), sheared away from the light,
 * and fading with the height of its source because the penumbra grows.
 */
function project(alpha: Plane, base: number, productHeight: number, side: number): Plane {
  const { data, width, height } = alpha;
  const out = new Float32Array(data.length);
  const squash = 0.17;
  const shear = -Math.sign(side || -1) * (0.2 + 0.25 * Math.abs(side));
  for (let y = Math.max(0, Math.floor(base - productHeight * squash)); y < Math.min(height, base); y++) {
    const above = (base - y) / squash;
    const from = Math.round(base - above);
    if (from < 0) continue;
    const fade = Math.exp(-above / (0.55 * productHeight));
    const shift = Math.round(shear * above);
    for (let x = Math.max(0, shift); x < Math.min(width, width + shift); x++) {
      out[y * width + x] = data[from * width + x - shift]! * fade;
    }
  }
  return { data: out, width, height };
}

/** For products on a surface that faces the viewer: a tight dark rim and a soft copy shifted away from the light. */
function flatShadow(alpha: Plane, size: number, light: SceneLight, style: ShadowStyle): Plane {
  const rim = softBlur(alpha, Math.max(1, size * 0.006));
  const moved = shift(alpha, Math.round(-light.side * size * 0.02), Math.round(size * 0.026));
  return combine(alpha, [
    [rim, style.contact],
    [softBlur(moved, Math.max(1, size * 0.016)), style.cast],
  ]);
}

function shift({ data, width, height }: Plane, dx: number, dy: number): Plane {
  const out = new Float32Array(data.length);
  for (let y = Math.max(0, dy); y < height; y++) {
    for (let x = Math.max(0, dx); x < Math.min(width, width + dx); x++) {
      out[y * width + x] = data[(y - dy) * width + x - dx]!;
    }
  }
  return { data: out, width, height };
}

/** Combines several shadows: each removes its share of the light that the others leave. */
function combine({ width, height }: Plane, layers: [Plane, number][]): Plane {
  const data = new Float32Array(width * height);
  for (let i = 0; i < data.length; i++) {
    let left = 1;
    for (const [layer, strength] of layers) left *= 1 - Math.min(0.85, layer.data[i]! * strength);
    data[i] = 1 - left;
  }
  return { data, width, height };
}
