import type { Pixels } from './pixels.ts';
import type { Rect } from './rect.ts';

/** Straight RGBA over `rect` of the scene, at its final size. */
export interface Layer {
  rect: Rect;
  pixels: Pixels;
}
