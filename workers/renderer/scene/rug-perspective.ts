import { sharp } from '../../../shared/images/sharp-setup.ts';
import type { Pixels } from '../pixels/pixels.ts';
import type { ProductPlan } from '../products/classify.ts';
import { floorScale, type Perspective, rowBehind } from './perspective.ts';

type Quad = readonly [number, number][];

/**
 * Corners (far-left, far-right, near-right, near-left) of a rug whose near edge is parallel to the image's lower
 * edge on row `near`. `maxWidth` limits the near edge in pixels.
 */
export function rugQuad(
  perspective: Perspective,
  plan: ProductPlan,
  factor: number,
  centre: number,
  near: number,
  maxWidth: number,
): Quad {
  const wanted = plan.widthCm * floorScale(perspective, near) * factor;
  const shrink = Math.min(1, maxWidth / wanted) * factor;
  const far = rowBehind(perspective, near, plan.heightCm * shrink);
  const nearHalf = (plan.widthCm * shrink * floorScale(perspective, near)) / 2;
  const farHalf = (plan.widthCm * shrink * floorScale(perspective, far)) / 2;
  return [
    [centre - farHalf, far],
    [centre + farHalf, far],
    [centre + nearHalf, near],
    [centre - nearHalf, near],
  ];
}

/**
 * Warps a top view into the quadrilateral; the result covers `box` (the quadrilateral's bounding box), RGBA.
 * libvips first resizes the source close to its final size, then it is sampled bilinearly at 2 × 2 points per
 * pixel: otherwise far rows of a fine pattern alias.
 */
export async function layRug(
  rgba: Pixels,
  quad: Quad,
  box: { x: number; y: number; width: number; height: number },
): Promise<Pixels> {
  const nearWidth = Math.max(2, Math.round(quad[2]![0] - quad[3]![0]));
  const { data, info } = await sharp(rgba.data, {
    raw: { width: rgba.width, height: rgba.height, channels: 4 },
  })
    .resize(nearWidth, Math.max(2, Math.round(box.height * 1.6)), { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const source = { data, width: info.width, height: info.height };
  return warp(source, homography(quad), box);
}

/** Row-major 3 × 3 that maps output points to the unit square (u right, v down). */
function homography(quad: Quad): number[] {
  const [p0, p1, p2, p3] = [quad[0]!, quad[1]!, quad[2]!, quad[3]!];
  const dx1 = p1[0] - p2[0];
  const dx2 = p3[0] - p2[0];
  const dx3 = p0[0] - p1[0] + p2[0] - p3[0];
  const dy1 = p1[1] - p2[1];
  const dy2 = p3[1] - p2[1];
  const dy3 = p0[1] - p1[1] + p2[1] - p3[1];
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / determinant;
  const h = (dx1 * dy3 - dx3 * dy1) / determinant;
  return invert([
    p1[0] - p0[0] + g * p1[0],
    p3[0] - p0[0] + h * p3[0],
    p0[0],
    p1[1] - p0[1] + g * p1[1],
    p3[1] - p0[1] + h * p3[1],
    p0[1],
    g,
    h,
    1,
  ]);
}

function invert(m: number[]): number[] {
  const [a, b, c, d, e, f, g, h, i] = m as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}

const subpixels = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;

function warp(
  source: Pixels,
  m: number[],
  box: { x: number; y: number; width: number; height: number },
): Pixels {
  const out = new Uint8Array(box.width * box.height * 4);
  const sum = new Float64Array(4);
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      sum.fill(0);
      for (const [sx, sy] of subpixels) {
        const px = box.x + x + sx;
        const py = box.y + y + sy;
        const w = m[6]! * px + m[7]! * py + m[8]!;
        const u = (m[0]! * px + m[1]! * py + m[2]!) / w;
        const v = (m[3]! * px + m[4]! * py + m[5]!) / w;
        if (u >= 0 && u < 1 && v >= 0 && v < 1)
          addSample(source, u * source.width - 0.5, v * source.height - 0.5, sum);
      }
      const i = (y * box.width + x) * 4;
      const alpha = sum[3]!;
      if (alpha <= 0) continue;
      for (let c = 0; c < 3; c++) out[i + c] = Math.round(sum[c]! / alpha);
      out[i + 3] = Math.round(alpha / subpixels.length);
    }
  }
  return { data: out, width: box.width, height: box.height };
}

/** Adds one bilinear sample, color weighted by alpha. */
function addSample({ data, width, height }: Pixels, fx: number, fy: number, sum: Float64Array): void {
  const x0 = Math.max(0, Math.floor(fx));
  const y0 = Math.max(0, Math.floor(fy));
  const x1 = Math.min(width - 1, x0 + 1);
  const y1 = Math.min(height - 1, y0 + 1);
  const tx = Math.max(0, fx - x0);
  const ty = Math.max(0, fy - y0);
  const corners = [
    (y0 * width + x0) * 4,
    (y0 * width + x1) * 4,
    (y1 * width + x0) * 4,
    (y1 * width + x1) * 4,
  ];
  const weights = [(1 - tx) * (1 - ty), tx * (1 - ty), (1 - tx) * ty, tx * ty];
  for (let k = 0; k < 4; k++) {
    const i = corners[k]!;
    const alpha = data[i + 3]! * weights[k]!;
    sum[0]! += data[i]! * alpha;
    sum[1]! += data[i + 1]! * alpha;
    sum[2]! += data[i + 2]! * alpha;
    sum[3]! += alpha;
  }
}
