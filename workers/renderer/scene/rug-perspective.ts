import { sharp } from '../../../shared/images/sharp-setup.ts';
import { mapped } from '../pixels/affine.ts';
import type { Pixels } from '../pixels/pixels.ts';
import type { Point } from '../pixels/points.ts';
import type { Rect } from '../pixels/rect.ts';
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
 * Warps a top view into the quadrilateral; the result covers `box` (the quadrilateral's bounding box), RGBA. libvips
 * first resizes the source close to its final size: otherwise rows of a fine pattern alias.
 */
export async function layRug(rgba: Pixels, quad: Quad, box: Rect): Promise<Pixels> {
  const [farLeft, farRight, nearRight, nearLeft] = [quad[0]!, quad[1]!, quad[2]!, quad[3]!];
  const [far, near] = [farLeft[1], nearLeft[1]];
  const [farWidth, nearWidth] = [farRight[0] - farLeft[0], nearRight[0] - nearLeft[0]];
  const { data, info } = await sharp(rgba.data, {
    raw: { width: rgba.width, height: rgba.height, channels: 4 },
  })
    .resize(Math.max(2, Math.round(nearWidth)), Math.max(2, Math.round(box.height * 1.6)), { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  // On a floor widths are proportional to the distance from the horizon, and depths to its inverse.
  const horizon = far - (farWidth * (near - far)) / (nearWidth - farWidth);
  const depth = (y: number): number => 1 / (y - horizon);
  const back = ({ x, y }: Point): Point => ({
    x:
      width * ((x - (farLeft[0] + farRight[0]) / 2) / ((nearWidth * (y - horizon)) / (near - horizon)) + 0.5),
    y: (height * (depth(far) - depth(y))) / (depth(far) - depth(near)),
  });
  return mapped({ data, width, height }, back, box);
}
