import { clamp } from '../pixels/clamp.ts';
import { type Integral, meanIn } from '../pixels/integral.ts';
import { getLinear } from '../pixels/lab.ts';
import type { Pixels } from '../pixels/pixels.ts';
import type { SceneLight } from '../scene/scene-light.ts';

/** How a product is adapted to the scene's light. The limits keep the product's color recognisable. */
export interface LightMatch {
  /** Linear gain from the brightness around the place. */
  exposure: number;
  /** Linear per-channel gains. */
  white: readonly [number, number, number];
  /** Linear level added to the darkest parts. */
  black: number;
  /** Brighter on this side: −1 left … 1 right. */
  side: number;
  /** Sigma of the noise to add, 8-bit steps. */
  grain: number;
}

/** Half of the scene's color cast is applied: some of it is expected in the image, but buyers need the true color. */
const castShare = 0.5;

/** The match for one place; `around` is the mean L (0–100) of the scene near it. */
export function matchFor(light: SceneLight, around: number): LightMatch {
  const level = 0.6 * around + 0.4 * light.brightness;
  return {
    // The surroundings in product photos are near L 62; the exponent moves part of the way to it.
    exposure: clamp((Math.max(8, level) / 62) ** 0.45, 0.7, 1.06),
    white: [whiteGain(light, 0), whiteGain(light, 1), whiteGain(light, 2)],
    black: clamp(light.black * 0.5, 0, 0.009),
    side: light.side,
    grain: clamp(light.grain * 0.8, 0, 2.5),
  };
}

const whiteGain = (light: SceneLight, channel: 0 | 1 | 2): number =>
  1 + (light.white[channel] - 1) * castShare;

/** Mean of a brightness integral around a rectangle, for `matchFor`. */
export function brightnessAround(
  brightness: Integral,
  rect: { x: number; y: number; width: number; height: number },
): number {
  const pad = Math.max(rect.width, rect.height) * 0.35;
  return meanIn(brightness, {
    x: rect.x - pad,
    y: rect.y - pad,
    width: rect.width + 2 * pad,
    height: rect.height + 2 * pad,
  });
}

/** Applies the match to straight RGBA in place; transparent pixels stay as they are. */
export function applyLight(product: Pixels, match: LightMatch): void {
  const { width, height } = product;
  const [red, green, blue] = [0, 1, 2].map((channel) => levelTable(match, channel)) as Triple;
  const { buffer, byteOffset, length } = product.data;
  // A clamped array rounds and clamps on assignment.
  const data = new Uint8ClampedArray(buffer, byteOffset, length);
  const grain = match.grain > 0.3 ? match.grain : 0;
  for (let y = 0; y < height; y++) {
    // Rooms are lit from above: the lower end of a product receives less light.
    const vertical = 1.015 - 0.05 * (y / height) ** 2;
    const row = noiseRow(y);
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * 4;
      if (data[i + 3] === 0) continue;
      const shade = vertical * (1 + 0.035 * match.side * ((2 * x) / width - 1));
      const noise = grain * noiseTable[(row + x) & (noiseTable.length - 1)]!;
      data[i] = red[data[i]!]! * shade + noise;
      data[i + 1] = green[data[i + 1]!]! * shade + noise;
      data[i + 2] = blue[data[i + 2]!]! * shade + noise;
    }
  }
}

type Triple = [Float32Array, Float32Array, Float32Array];

/** sRGB byte → sRGB value after exposure, white balance and black level. */
function levelTable(match: LightMatch, channel: number): Float32Array {
  return Float32Array.from({ length: 256 }, (_, byte) => {
    const lit = getLinear[byte]! * match.exposure * match.white[channel]!;
    // Gains above 1 are rolled off, so that white products keep their texture instead of clipping.
    const rolled = lit > 0.9 ? 0.9 + 0.1 * Math.tanh((lit - 0.9) / 0.1) : lit;
    return toByte(match.black + (1 - match.black) * rolled);
  });
}

function toByte(linear: number): number {
  return 255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055);
}

/** Noise of unit variance, computed once: three random numbers per pixel took half of the time of `applyLight`. */
const noiseTable = Float32Array.from({ length: 8192 }, (_, i) => {
  let sum = 0;
  let state = Math.imul(i + 1, 0x9e3779b1);
  for (let k = 0; k < 3; k++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    sum += (state >>> 0) / 4294967296;
  }
  return (sum - 1.5) * 2;
});

/** The offset of a row in the noise table, from its number alone, so that the same request gives the same bytes. */
const noiseRow = (y: number): number => Math.imul(y + 1, 0x85ebca6b) >>> 8;
