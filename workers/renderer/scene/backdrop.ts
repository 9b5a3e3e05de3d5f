import type { LabImage } from '../pixels/lab.ts';

/** Share of the height down to which a side's pixels count as wall; further down a sofa may be in the image. */
const highSides = 0.33;

/**
 * 1 on the large smooth surfaces that touch the upper edge, or the upper sides: walls, ceilings, sky. They grow
 * across steps smaller than the gradient's noise, so the fill follows shading and stops at furniture.
 */
export function findBackdrop({ width, height }: LabImage, gradient: Float32Array): Uint8Array {
  const sorted = Float32Array.from(gradient).sort();
  const step = Math.min(4, Math.max(1.6, sorted[sorted.length >> 1]! * 1.8));
  const backdrop = new Uint8Array(width * height);
  const stack: number[] = [];
  const push = (i: number) => {
    if (backdrop[i] === 0 && gradient[i]! < step) {
      backdrop[i] = 1;
      stack.push(i);
    }
  };
  for (let x = 0; x < width; x++) push(x);
  for (let y = 0; y < height * highSides; y++) {
    push(y * width);
    push(y * width + width - 1);
  }
  while (stack.length > 0) {
    const i = stack.pop()!;
    const x = i % width;
    if (x > 0) push(i - 1);
    if (x < width - 1) push(i + 1);
    if (i >= width) push(i - width);
    if (i < width * (height - 1)) push(i + width);
  }
  return backdrop;
}
