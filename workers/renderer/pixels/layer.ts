import { clamp } from './clamp.ts';
import type { Pixels } from './pixels.ts';
import type { Point } from './points.ts';
import type { Rect } from './rect.ts';

/** Straight RGBA over `rect` of the scene, at its final size. */
export interface Layer {
  rect: Rect;
  pixels: Pixels;
}

/** Takes the share of a layer's opacity that something in front of it hides, by the middle of each pixel in the scene. */
export function hideWhere({ rect, pixels: { data } }: Layer, getHidden: (p: Point) => number): void {
  for (let i = 0; i < rect.width * rect.height; i++) {
    if (data[i * 4 + 3] === 0) continue;
    const p = { x: rect.x + (i % rect.width) + 0.5, y: rect.y + Math.floor(i / rect.width) + 0.5 };
    data[i * 4 + 3] = Math.round(data[i * 4 + 3]! * (1 - clamp(getHidden(p), 0, 1)));
  }
}
