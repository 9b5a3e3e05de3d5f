import { clamp } from '../pixels/clamp.ts';
import type { Pixels } from '../pixels/pixels.ts';
import { sample } from '../pixels/plane.ts';
import type { Rect } from '../pixels/rect.ts';
import type { Shadow } from './shadow.ts';

/**
 * Darkens the scene (RGB) under a shadow, in place. Red loses slightly more than green and blue, as in daylight
 * shadows; a loss below half an 8-bit step changes no byte.
 */
export function paintShadow(scene: Pixels, { rect, plane }: Shadow): void {
  const fx = plane.width / rect.width;
  const fy = plane.height / rect.height;
  const visible = getInside(scene, rect);
  for (let y = visible.y; y < visible.y + visible.height; y++) {
    for (let x = visible.x; x < visible.x + visible.width; x++) {
      const lost = sample(plane, (x - rect.x + 0.5) * fx - 0.5, (y - rect.y + 0.5) * fy - 0.5);
      if (lost < 0.004) continue;
      const i = (y * scene.width + x) * 3;
      scene.data[i] = scene.data[i]! * (1 - lost) + 0.5;
      scene.data[i + 1] = scene.data[i + 1]! * (1 - lost * 0.985) + 0.5;
      scene.data[i + 2] = scene.data[i + 2]! * (1 - lost * 0.96) + 0.5;
    }
  }
}

/** Draws straight RGBA over the scene (RGB) with its upper left corner at `at`; parts outside are clipped. */
export function paintProduct(scene: Pixels, product: Pixels, at: { x: number; y: number }): void {
  const visible = getInside(scene, { ...at, width: product.width, height: product.height });
  for (let y = visible.y; y < visible.y + visible.height; y++) {
    let from = ((y - at.y) * product.width + visible.x - at.x) * 4;
    let to = (y * scene.width + visible.x) * 3;
    for (let x = 0; x < visible.width; x++, from += 4, to += 3) {
      const alpha = product.data[from + 3]!;
      if (alpha === 0) continue;
      for (let c = 0; c < 3; c++) {
        const own = product.data[from + c]!;
        const under = scene.data[to + c]!;
        // Assignment to a byte truncates.
        scene.data[to + c] = alpha === 255 ? own : (own * alpha + under * (255 - alpha)) / 255 + 0.5;
      }
    }
  }
}

/** The cord of a hanging product: a thin dark line from the image's upper edge to row `to`. */
export function paintCord(scene: Pixels, centre: number, to: number, brightness: number): void {
  const half = Math.max(0.8, scene.height / 900);
  const shade = brightness > 45 ? 48 : 20;
  const bottom = Math.min(scene.height, Math.ceil(to));
  for (let x = Math.floor(centre - half - 1); x <= Math.ceil(centre + half); x++) {
    const cover = clamp(half + 0.5 - Math.abs(x + 0.5 - centre), 0, 1);
    if (cover === 0 || x < 0 || x >= scene.width) continue;
    for (let y = 0; y < bottom; y++) {
      const i = (y * scene.width + x) * 3;
      for (let c = 0; c < 3; c++)
        scene.data[i + c] = Math.round(shade * cover + scene.data[i + c]! * (1 - cover));
    }
  }
}

/**
 * Feathers one pixel inside the outline: alpha becomes the minimum of itself and its 3 × 3 mean. The outline never
 * grows, so no line of the product photo's background can appear.
 */
export function feather(product: Pixels): void {
  const { data, width, height } = product;
  const before = new Uint8Array(width * height);
  for (let i = 0; i < before.length; i++) before[i] = data[i * 4 + 3]!;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (before[i] === 0) continue;
      let sum = 0;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const inside = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height;
          if (inside) sum += before[i + dy * width + dx]!;
        }
      }
      data[i * 4 + 3] = Math.min(before[i]!, Math.round(sum / 9));
    }
  }
}

function getInside(scene: Pixels, rect: Rect): Rect {
  const x = clamp(Math.floor(rect.x), 0, scene.width);
  const y = clamp(Math.floor(rect.y), 0, scene.height);
  return {
    x,
    y,
    width: clamp(Math.ceil(rect.x + rect.width), x, scene.width) - x,
    height: clamp(Math.ceil(rect.y + rect.height), y, scene.height) - y,
  };
}
