import type { LabImage } from '../../pixels/lab.ts';
import { distances, paintSurface, robustSurface, TERMS, upperMedian } from '../../pixels/polynomial.ts';
import { type FloorLine, findFloorLine, isWall } from './floor-line.ts';

/** The background: what the image would show without the product, and how reliable that model is. */
export interface Background {
  color: LabImage;
  /** Typical Lab distance of a background pixel from `color`, per pixel (it differs between wall and floor). */
  noise: Float32Array;
  /** Share of the border band that fits the model. */
  inliers: number;
  /** Noise of the wall, or of the whole background. */
  sigma: number;
  plain: boolean;
  floorLine?: FloorLine;
}

const BAND_SHARE = 0.04;
const INLIER_DISTANCE = 6;
const SAMPLES_MAX = 5000;
/** Rows on either side of the floor line that blend wall and floor: skirting edge, blur, a slight tilt. */
export const LINE_REACH = 4;
// Of 26 opaque photos the 14 with a usable model have inliers from .79 and σ up to 2.40; the next one has σ 2.44.
const PLAIN = { inliers: 0.75, sigma: 2.42, floorSigma: 6 };

interface Region {
  covers: (x: number, y: number) => boolean;
  samples: Int32Array;
}

interface Fitted {
  inliers: number;
  sigma: number;
}

/** Models the background as one smooth surface or, when that fits badly, as a wall above a floor. */
export function findBackground(image: LabImage, edges: Float32Array): Background {
  const band = Math.max(2, Math.round(BAND_SHARE * Math.min(image.width, image.height)));
  const single = fitRegions(image, edges, band, undefined);
  if (single.plain || image.height < 40) return single;
  const line = findFloorLine(image, band);
  if (!line) return single;
  const double = fitRegions(image, edges, band, line);
  return double.inliers > single.inliers + 0.03 || double.sigma < 0.6 * single.sigma ? double : single;
}

function fitRegions(
  image: LabImage,
  edges: Float32Array,
  band: number,
  line: FloorLine | undefined,
): Background {
  const { width, height } = image;
  const n = width * height;
  const color = { width, height, l: new Float32Array(n), a: new Float32Array(n), b: new Float32Array(n) };
  const noise = new Float32Array(n);
  const sides = line
    ? [
        (x: number, y: number) => isWall(line, width, x, y),
        (x: number, y: number) => !isWall(line, width, x, y),
      ]
    : [() => true];
  const fits = sides.map((covers) =>
    fitRegion(image, edges, color, noise, { covers, samples: bandPixels(image, band, covers) }),
  );
  if (line) blendFloorLine(image, color, line);
  const inliers = Math.min(...fits.map((fit) => fit.inliers));
  const sigma = fits[0]!.sigma;
  const plain =
    inliers >= PLAIN.inliers &&
    fits.every((fit, i) => fit.sigma <= (i === 0 ? PLAIN.sigma : PLAIN.floorSigma));
  return { color, noise, inliers, sigma, plain, ...(line ? { floorLine: line } : {}) };
}

function fitRegion(
  image: LabImage,
  edges: Float32Array,
  color: LabImage,
  noise: Float32Array,
  region: Region,
): Fitted {
  const first = robustSurface(image, thin(region.samples), TERMS.quadratic);
  const d = distances(image, region.samples, first);
  const sigma = 1.2 * upperMedian(d);
  const reach = Math.max(INLIER_DISTANCE, 3 * Math.min(sigma, PLAIN.floorSigma));
  const inliers = d.filter((value) => value < reach).length / Math.max(1, d.length);
  paintSurface(first, color, region.covers);
  const connected = backgroundFromBorder(image, edges, color, region, reach);
  if (connected.length > 4 * region.samples.length) {
    paintSurface(robustSurface(image, thin(connected), TERMS.cubic), color, region.covers);
  }
  for (let i = 0; i < noise.length; i++) {
    if (region.covers(i % image.width, (i / image.width) | 0)) noise[i] = sigma;
  }
  return { inliers, sigma };
}

/** Along the line the background is a mix of wall and floor: takes the mix nearest to the image. */
function blendFloorLine(image: LabImage, color: LabImage, line: FloorLine): void {
  const { width, height } = image;
  const planes = [
    [image.l, color.l],
    [image.a, color.a],
    [image.b, color.b],
  ] as const;
  for (let x = 0; x < width; x++) {
    const row = Math.round(line.left + ((line.right - line.left) * x) / width);
    const above = Math.max(0, row - LINE_REACH - 1) * width + x;
    const below = Math.min(height - 1, row + LINE_REACH) * width + x;
    for (let y = Math.max(0, row - LINE_REACH); y < Math.min(height, row + LINE_REACH); y++) {
      const i = y * width + x;
      let along = 0;
      let square = 1e-6;
      for (const [seen, model] of planes) {
        const step = model[below]! - model[above]!;
        along += (seen[i]! - model[above]!) * step;
        square += step * step;
      }
      const share = Math.min(1, Math.max(0, along / square));
      for (const [, model] of planes) model[i] = model[above]! + share * (model[below]! - model[above]!);
    }
  }
}

function bandPixels(image: LabImage, band: number, covers: (x: number, y: number) => boolean): Int32Array {
  const { width, height } = image;
  const out: number[] = [];
  for (let y = 0; y < height; y++) {
    const edgeRow = y < band || y >= height - band;
    for (let x = 0; x < width; x++) {
      if (!edgeRow && x === band && width > 2 * band) x = width - band;
      if (covers(x, y)) out.push(y * width + x);
    }
  }
  return Int32Array.from(out);
}

function thin(samples: Int32Array): Int32Array {
  const step = Math.ceil(samples.length / SAMPLES_MAX);
  return step <= 1 ? samples : samples.filter((_, i) => i % step === 0);
}

/** Smooth pixels of background color that are connected to the border. */
function backgroundFromBorder(
  image: LabImage,
  edges: Float32Array,
  color: LabImage,
  region: Region,
  reach: number,
): Int32Array {
  const { width, height } = image;
  const seen = new Uint8Array(width * height);
  const stack = new Int32Array(width * height);
  let size = 0;
  const visit = (i: number) => {
    if (seen[i] || edges[i]! > 3 + reach / 3) return;
    const d = Math.hypot(image.l[i]! - color.l[i]!, image.a[i]! - color.a[i]!, image.b[i]! - color.b[i]!);
    if (d > reach || !region.covers(i % width, (i / width) | 0)) return;
    seen[i] = 1;
    stack[size++] = i;
  };
  for (const i of region.samples) visit(i);
  for (let next = 0; next < size; next++) {
    const i = stack[next]!;
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i < width * (height - 1)) visit(i + width);
  }
  return stack.slice(0, size);
}
