import type { LabImage } from './lab.ts';

/** A mixture of axis-aligned Gaussians over Lab: per component mean (3), inverse variance (3), log weight. */
export interface Mixture {
  size: number;
  mean: Float64Array;
  inverse: Float64Array;
  logWeight: Float64Array;
  /** Share of the samples in each component. */
  share: Float64Array;
}

const SAMPLES_MAX = 3000;
const ROUNDS = 8;
const VARIANCE_MIN = 4;

/** Fits `size` color clusters to the pixels that `member` marks. Returns undefined when there are too few. */
export function fitMixture(image: LabImage, member: Uint8Array, size: number): Mixture | undefined {
  const samples = pick(member);
  if (samples.length < 8 * size) return undefined;
  const planes = [image.l, image.a, image.b] as const;
  const fit: Fit = {
    planes,
    samples,
    mean: seeds(planes, samples, size),
    size,
    owner: new Uint8Array(samples.length),
  };
  for (let round = 0; round < ROUNDS; round++) {
    assign(fit);
    const { sum, count } = sumByOwner(fit, (value) => value);
    for (let i = 0; i < sum.length; i++) {
      const owned = count[Math.floor(i / 3)]!;
      if (owned > 0) fit.mean[i] = sum[i]! / owned;
    }
  }
  return spreads(fit);
}

/** Log likelihood of one color (natural log, up to the constant of the dimension). */
export function logLikelihood(mixture: Mixture, l: number, a: number, b: number): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < mixture.size; k++) {
    const o = k * 3;
    const dl = l - mixture.mean[o]!;
    const da = a - mixture.mean[o + 1]!;
    const db = b - mixture.mean[o + 2]!;
    const distance =
      dl * dl * mixture.inverse[o]! + da * da * mixture.inverse[o + 1]! + db * db * mixture.inverse[o + 2]!;
    const value = mixture.logWeight[k]! - 0.5 * distance;
    if (value > best) best = value;
  }
  return best;
}

type Planes = readonly [Float32Array, Float32Array, Float32Array];

interface Fit {
  planes: Planes;
  /** Pixel indices. */
  samples: Int32Array;
  mean: Float64Array;
  size: number;
  /** Cluster of each sample. */
  owner: Uint8Array;
}

function pick(member: Uint8Array): Int32Array {
  let count = 0;
  for (let i = 0; i < member.length; i++) count += member[i]!;
  const step = Math.max(1, Math.floor(count / SAMPLES_MAX));
  const out = new Int32Array(Math.ceil(count / step));
  for (let i = 0, seen = 0, at = 0; i < member.length; i++) {
    if (member[i] && seen++ % step === 0) out[at++] = i;
  }
  return out;
}

/** Initial means at even quantiles of lightness: without a random start the same image gives the same cut. */
function seeds(planes: Planes, samples: Int32Array, size: number): Float64Array {
  const byLight = samples.slice().sort((p, q) => planes[0][p]! - planes[0][q]! || p - q);
  const mean = new Float64Array(size * 3);
  for (let k = 0; k < size; k++) {
    const i = byLight[Math.floor(((k + 0.5) / size) * byLight.length)]!;
    for (let c = 0; c < 3; c++) mean[k * 3 + c] = planes[c as 0 | 1 | 2][i]!;
  }
  return mean;
}

function assign({ planes, samples, mean, size, owner }: Fit): void {
  const [l, a, b] = planes;
  for (let s = 0; s < samples.length; s++) {
    const i = samples[s]!;
    let nearest = Number.POSITIVE_INFINITY;
    for (let k = 0; k < size; k++) {
      const dl = l[i]! - mean[k * 3]!;
      const da = a[i]! - mean[k * 3 + 1]!;
      const db = b[i]! - mean[k * 3 + 2]!;
      const d = dl * dl + da * da + db * db;
      if (d >= nearest) continue;
      nearest = d;
      owner[s] = k;
    }
  }
}

/** Sums of a term of each channel, and the number of samples, by cluster. */
function sumByOwner({ planes, samples, size, owner }: Fit, term: (value: number, i: number) => number) {
  const sum = new Float64Array(size * 3);
  const count = new Float64Array(size);
  for (let s = 0; s < samples.length; s++) {
    const k = owner[s]!;
    count[k]!++;
    for (const c of [0, 1, 2] as const) sum[k * 3 + c]! += term(planes[c][samples[s]!]!, k * 3 + c);
  }
  return { sum, count };
}

function spreads(fit: Fit): Mixture {
  const { samples, mean, size } = fit;
  const { sum, count } = sumByOwner(fit, (value, i) => (value - mean[i]!) ** 2);
  const inverse = sum.map((v, i) => 1 / (VARIANCE_MIN + v / Math.max(1, count[Math.floor(i / 3)]!)));
  const logWeight = count.map((n, k) => {
    const determinant = Math.log(inverse[k * 3]! * inverse[k * 3 + 1]! * inverse[k * 3 + 2]!);
    return n === 0 ? -1e9 : Math.log(n / samples.length) + 0.5 * determinant;
  });
  return { size, mean, inverse, logWeight, share: count.map((n) => n / samples.length) };
}
