import type { LabImage } from './lab.ts';

/** A smooth color surface over the image: one row of coefficients for each of L, a, b. */
export interface ColorSurface {
  l: Float64Array;
  a: Float64Array;
  b: Float64Array;
}

/** Number of terms of the full polynomial in x and y by degree. */
export const TERMS = { constant: 1, linear: 3, quadratic: 6, cubic: 10 } as const;

/** Writes the basis at pixel (x, y); both axes run −1 to 1 so that the normal equations stay well conditioned. */
function basis(x: number, y: number, width: number, height: number, out: Float64Array): void {
  const u = (2 * x) / width - 1;
  const v = (2 * y) / height - 1;
  out[0] = 1;
  out[1] = u;
  out[2] = v;
  out[3] = u * u;
  out[4] = u * v;
  out[5] = v * v;
  out[6] = u * u * u;
  out[7] = u * u * v;
  out[8] = u * v * v;
  out[9] = v * v * v;
}

/** Solves the symmetric system in place by Cholesky; a small ridge keeps thin sample sets solvable. */
function solve(m: Float64Array, rights: Float64Array[], n: number): void {
  for (let i = 0; i < n; i++) m[i * n + i]! += 1e-6 * (1 + m[i * n + i]!);
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let sum = m[i * n + j]!;
      for (let k = 0; k < j; k++) sum -= m[i * n + k]! * m[j * n + k]!;
      m[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / m[j * n + j]!;
    }
  }
  for (const r of rights) {
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < i; k++) r[i]! -= m[i * n + k]! * r[k]!;
      r[i]! /= m[i * n + i]!;
    }
    for (let i = n - 1; i >= 0; i--) {
      for (let k = i + 1; k < n; k++) r[i]! -= m[k * n + i]! * r[k]!;
      r[i]! /= m[i * n + i]!;
    }
  }
}

function weightedFit(
  image: LabImage,
  samples: Int32Array,
  weights: Float64Array,
  terms: number,
): ColorSurface {
  const { width, height } = image;
  const normal = new Float64Array(terms * terms);
  const l = new Float64Array(terms);
  const a = new Float64Array(terms);
  const b = new Float64Array(terms);
  const phi = new Float64Array(10);
  for (let s = 0; s < samples.length; s++) {
    const w = weights[s]!;
    if (w <= 0) continue;
    const i = samples[s]!;
    basis(i % width, (i / width) | 0, width, height, phi);
    for (let r = 0; r < terms; r++) {
      const wr = w * phi[r]!;
      l[r]! += wr * image.l[i]!;
      a[r]! += wr * image.a[i]!;
      b[r]! += wr * image.b[i]!;
      for (let c = 0; c <= r; c++) normal[r * terms + c]! += wr * phi[c]!;
    }
  }
  solve(normal, [l, a, b], terms);
  return { l, a, b };
}

function dot(coefficients: Float64Array, phi: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < coefficients.length; t++) sum += coefficients[t]! * phi[t]!;
  return sum;
}

/** Writes the surface's colors into `into` where `covers` is true. */
export function paintSurface(
  surface: ColorSurface,
  into: LabImage,
  covers: (x: number, y: number) => boolean,
) {
  const { width, height } = into;
  const phi = new Float64Array(10);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!covers(x, y)) continue;
      basis(x, y, width, height, phi);
      into.l[y * width + x] = dot(surface.l, phi);
      into.a[y * width + x] = dot(surface.a, phi);
      into.b[y * width + x] = dot(surface.b, phi);
    }
  }
}

/** Lab distance of each sample from the surface. */
export function distances(image: LabImage, samples: Int32Array, surface: ColorSurface): Float64Array {
  const out = new Float64Array(samples.length);
  const phi = new Float64Array(10);
  for (let s = 0; s < samples.length; s++) {
    const i = samples[s]!;
    basis(i % image.width, (i / image.width) | 0, image.width, image.height, phi);
    const l = image.l[i]! - dot(surface.l, phi);
    const a = image.a[i]! - dot(surface.a, phi);
    const b = image.b[i]! - dot(surface.b, phi);
    out[s] = Math.sqrt(l * l + a * a + b * b);
  }
  return out;
}

export function upperMedian(values: Float64Array): number {
  if (values.length === 0) return 0;
  const sorted = values.slice().sort();
  return sorted[sorted.length >> 1]!;
}

/**
 * Fits a surface through the samples (pixel indices) that tolerates up to about 40 % of outliers, such as a product
 * that reaches the border: iteratively reweighted least squares with Tukey's biweight.
 */
export function robustSurface(image: LabImage, samples: Int32Array, terms: number): ColorSurface {
  const weights = new Float64Array(samples.length).fill(1);
  let surface = medianSurface(image, samples);
  for (let round = 0; round < 8; round++) {
    const d = distances(image, samples, surface);
    const scale = Math.max(0.4, 1.5 * upperMedian(d)) * 3;
    for (let s = 0; s < d.length; s++) {
      const t = d[s]! / scale;
      weights[s] = t < 1 ? (1 - t * t) ** 2 : 0;
    }
    // The first rounds fit at most a plane: a quadratic from the start would bend towards the product.
    surface = weightedFit(image, samples, weights, round < 2 ? Math.min(terms, TERMS.linear) : terms);
  }
  return surface;
}

function medianSurface(image: LabImage, samples: Int32Array): ColorSurface {
  const middle = (plane: Float32Array) =>
    Float64Array.of(upperMedian(Float64Array.from(samples, (i) => plane[i]!)));
  return { l: middle(image.l), a: middle(image.a), b: middle(image.b) };
}
