import type { Paint } from '../../../workers/renderer/compose/renderer.ts';
import type { Wearer } from '../../../workers/renderer/people/garments/dress.ts';
import { distanceTo } from '../../../workers/renderer/pixels/distance.ts';
import { getLab } from '../../../workers/renderer/pixels/lab.ts';
import type { Pixels } from '../../../workers/renderer/pixels/pixels.ts';
import { sample } from '../../../workers/renderer/pixels/plane.ts';

type Triple = [number, number, number];

/**
 * Distance (CIE76) of the product's mean color in the image from its mean color in the cut-out, and the part
 * of it in a*, b* alone: light may change the brightness of a product, never its color.
 */
export function colorShift(cutout: Pixels, painted: Pixels): { deltaE: number; chroma: number } {
  const before = meanLab(cutout);
  const after = meanLab(painted);
  return {
    deltaE: Math.hypot(...before.map((value, c) => value - after[c]!)),
    chroma: Math.hypot(before[1] - after[1], before[2] - after[2]),
  };
}

function meanLab({ data }: Pixels): Triple {
  const sum: Triple = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < data.length; i += 4 * 7) {
    const opacity = data[i + 3]! / 255;
    if (opacity === 0) continue;
    const lab = getLab(data[i]!, data[i + 1]!, data[i + 2]!);
    for (const c of [0, 1, 2] as const) sum[c] += lab[c] * opacity;
    count += opacity;
  }
  return count === 0 ? [0, 0, 0] : (sum.map((value) => value / count) as Triple);
}

/** Number of pixels that differ from the scene outside products and shadows; a cord is part of its lamp. */
export function changedOutside(scene: Pixels, image: Pixels, paints: Paint[], cords: number[]): number {
  const allowed = new Uint8Array(scene.width * scene.height);
  for (const paint of paints) markPaint(allowed, scene, paint);
  let outside = 0;
  for (let i = 0; i < allowed.length; i++) {
    const same = [0, 1, 2].every((c) => scene.data[i * 3 + c] === image.data[i * 3 + c]);
    if (same || allowed[i] === 1) continue;
    const x = i % scene.width;
    if (!cords.some((cord) => Math.abs(x - cord) < Math.max(4, scene.height / 300))) outside++;
  }
  return outside;
}

function markPaint(allowed: Uint8Array, scene: Pixels, { rect, pixels, shadow }: Paint): void {
  for (let y = 0; y < pixels.height; y++) {
    for (let x = 0; x < pixels.width; x++) {
      const [px, py] = [rect.x + x, rect.y + y];
      if (px < 0 || py < 0 || px >= scene.width || py >= scene.height) continue;
      if (pixels.data[(y * pixels.width + x) * 4 + 3]! > 0) allowed[py * scene.width + px] = 1;
    }
  }
  if (!shadow) return;
  const { rect: area, plane } = shadow;
  for (let y = Math.max(0, Math.floor(area.y)); y < Math.min(scene.height, area.y + area.height); y++) {
    for (let x = Math.max(0, Math.floor(area.x)); x < Math.min(scene.width, area.x + area.width); x++) {
      const fx = ((x - area.x + 0.5) * plane.width) / area.width - 0.5;
      const fy = ((y - area.y + 0.5) * plane.height) / area.height - 0.5;
      if (sample(plane, fx, fy) >= 0.004) allowed[y * scene.width + x] = 1;
    }
  }
}

/**
 * Mean distance (CIE76) of outline pixels from the line between the colors three pixels further in and out: 0
 * for a clean edge, more with a visible rim of the product photo's background or a dark line.
 */
export function edgeHalo(picture: Pixels, { rect, pixels }: Paint): number {
  const { width, height } = pixels;
  const alpha = (x: number, y: number) => pixels.data[(y * width + x) * 4 + 3]!;
  const color = (x: number, y: number) => {
    const i = ((rect.y + y) * picture.width + rect.x + x) * 3;
    return getLab(picture.data[i]!, picture.data[i + 1]!, picture.data[i + 2]!);
  };
  const inside = (x: number, y: number) =>
    x >= 0 &&
    y >= 0 &&
    x < width &&
    y < height &&
    rect.x + x >= 0 &&
    rect.x + x < picture.width &&
    rect.y + y >= 0 &&
    rect.y + y < picture.height;
  let sum = 0;
  let count = 0;
  for (let y = 3; y < height - 3; y++) {
    for (let x = 3; x < width - 3; x++) {
      const a = alpha(x, y);
      if (a < 40 || a > 215) continue;
      const gx = alpha(x + 1, y) - alpha(x - 1, y);
      const gy = alpha(x, y + 1) - alpha(x, y - 1);
      const length = Math.hypot(gx, gy);
      if (length < 40) continue;
      const dx = Math.round((3 * gx) / length);
      const dy = Math.round((3 * gy) / length);
      if (!inside(x + dx, y + dy) || !inside(x - dx, y - dy) || !inside(x, y)) continue;
      if (alpha(x + dx, y + dy) < 230 || alpha(x - dx, y - dy) > 25) continue;
      sum += fromLine(color(x, y), color(x + dx, y + dy), color(x - dx, y - dy));
      count++;
    }
  }
  return count === 0 ? 0 : sum / count;
}

function fromLine(p: readonly number[], a: readonly number[], b: readonly number[]): number {
  const ab = a.map((value, c) => b[c]! - value);
  const square = ab.reduce((sum, value) => sum + value * value, 0);
  const dot = ab.reduce((sum, value, c) => sum + value * (p[c]! - a[c]!), 0);
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, dot / square));
  return Math.hypot(...p.map((value, c) => value - a[c]! - share * ab[c]!));
}

/** Product pixels inside a face, an ellipse from the brows to the chin. */
export function faceOverlap(paint: Paint, face: Face | undefined): number {
  if (!face) return 0;
  const { rect, pixels } = paint;
  let covered = 0;
  for (let y = 0; y < pixels.height; y++) {
    for (let x = 0; x < pixels.width; x++) {
      if (pixels.data[(y * pixels.width + x) * 4 + 3]! < 26) continue;
      const dx = rect.x + x + 0.5 - face.x;
      const dy = rect.y + y + 0.5 - face.y;
      const across = (dx * face.along.x + dy * face.along.y) / face.halfWidth;
      const down = (-dx * face.along.y + dy * face.along.x) / face.halfHeight;
      if (across * across + down * down < 1) covered++;
    }
  }
  return covered;
}

export interface Face {
  x: number;
  y: number;
  halfWidth: number;
  halfHeight: number;
  along: { x: number; y: number };
}

/** How far clothes may be beyond the outline of the body, shoulder widths: the cut of a wide garment. */
const widestCut = 0.12;

/** Share of a worn product's pixels that are further outside the wearer's outline than a garment's cut. */
export function beyondBody({ rect, pixels }: Paint, { view, person, frame }: Wearer): number {
  const { mask, scale } = person;
  const far = distanceTo(
    Uint8Array.from(mask.data, (share) => (share > 0.5 ? 1 : 0)),
    mask.width,
    mask.height,
  );
  const limit = widestCut * frame.unit * scale;
  let [beyond, count] = [0, 0];
  for (let i = 3; i < pixels.data.length; i += 4 * 5) {
    if (pixels.data[i]! < 128) continue;
    const pixel = i >> 2;
    const x = Math.round((rect.x + (pixel % pixels.width) - view.x) * scale);
    const y = Math.round((rect.y + Math.floor(pixel / pixels.width) - view.y) * scale);
    if (x < 0 || y < 0 || x >= mask.width || y >= mask.height) continue;
    count++;
    if (far[y * mask.width + x]! > limit) beyond++;
  }
  return beyond / Math.max(1, count);
}
