import { components } from '../components.ts';
import { gridCut } from '../cutout/graph-cut.ts';
import { toLab } from '../cutout/lab.ts';
import { fitMixture, logLikelihood, type Mixture } from '../cutout/mixture.ts';
import { COST_UNIT, smoothness } from '../cutout/smoothness.ts';
import type { Plane } from '../plane.ts';
import { clamp, type Pixels } from '../types.ts';
import { between, type Frame, fromSegment, midway, type Point } from './body.ts';
import { type ColourRule, colourRule, guided } from './guided-filter.ts';
import { shrunk } from './mask.ts';
import type { Person } from './read-person.ts';

/** What the person wears now where the new garment goes. */
export interface OldClothes {
  /** 0–1 at mask size. */
  plane: Plane;
  /** Draws the same share at the scene's own size. */
  rule: ColourRule;
  /** Bare skin of the person, 0 or 1 at mask size. */
  skin: Plane;
}

export type ClothesPart = 'top' | 'bottom' | 'both';

const cutSide = 300;
/** What place says against colour, in the mixtures' log units. */
const placeWeight = 2.2;

/**
 * Parts the clothes on torso (and arms) or legs from skin, hair, straps and background: a graph cut on colours
 * learnt from where the joints say that cloth, face and hands are.
 */
export async function findOldClothes(person: Person, frame: Frame, part: ClothesPart): Promise<OldClothes> {
  const scale = Math.min(1, cutSide / Math.max(person.small.width, person.small.height));
  const small = await shrunk(person.small, scale);
  const { width, height } = small;
  const toScene = 1 / (scale * person.scale);
  const lab = toLab(small.data, width, height, 3);
  const inside = new Float32Array(width * height);
  const cloth = new Uint8Array(width * height);
  const other = new Uint8Array(width * height);
  const bias = new Float32Array(width * height);
  const skin = new Uint8Array(width * height);
  const isSkin = skinTest(small, frame, toScene);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const mx = Math.min(person.mask.width - 1, Math.round((x + 0.5) / scale - 0.5));
      const my = Math.min(person.mask.height - 1, Math.round((y + 0.5) / scale - 0.5));
      inside[i] = person.mask.data[my * person.mask.width + mx]!;
      if (inside[i]! < 0.35) continue;
      const at = { x: (x + 0.5) * toScene, y: (y + 0.5) * toScene };
      const place = placeOf(at, frame, part);
      skin[i] = isSkin(small.data[i * 3]!, small.data[i * 3 + 1]!, small.data[i * 3 + 2]!) ? 1 : 0;
      bias[i] = place.bias;
      if (place.kind === 'cloth') cloth[i] = 1;
      else if (place.kind === 'other' || (skin[i] === 1 && place.kind !== 'inner')) other[i] = 1;
    }
  }
  const clothColours = withoutStraps(fitMixture(lab, cloth, 5));
  const otherColours = fitMixture(lab, other, 5);
  const terminal = new Int32Array(width * height);
  for (let i = 0; i < terminal.length; i++) {
    if (inside[i]! < 0.35) {
      terminal[i] = -30 * COST_UNIT;
      continue;
    }
    const [l, a, b] = [lab.l[i]!, lab.a[i]!, lab.b[i]!];
    const colour = clothColours
      ? clamp(
          logLikelihood(clothColours, l, a, b) - (otherColours ? logLikelihood(otherColours, l, a, b) : -12),
          -9,
          9,
        )
      : 0;
    terminal[i] = Math.round((colour + placeWeight * bias[i]!) * COST_UNIT);
  }
  const labels = gridCut(width, height, terminal, smoothness(lab));
  dropIslands(labels, cloth, width, height);
  fillPrints(labels, skin, width, height);
  const coarse = { data: new Float32Array(labels), width, height };
  const rough = enlarged(coarse, person.mask.width, person.mask.height);
  for (let i = 0; i < rough.data.length; i++) rough.data[i] = Math.min(rough.data[i]!, person.mask.data[i]!);
  const radius = Math.max(2, Math.round(Math.max(rough.width, rough.height) / 190));
  const rule = colourRule(person.small, rough, radius, 4e-4);
  const plane = guided(person.small, rough, radius, 4e-4);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = clamp((plane.data[i]! - 0.15) / 0.7, 0, 1);
  return {
    plane,
    rule,
    skin: enlarged({ data: new Float32Array(skin), width, height }, plane.width, plane.height),
  };
}

/**
 * Beside one clearly leading colour, another of few pixels is a strap, a lanyard or hair before the chest, not
 * the cloth; checked and striped cloth has no leading colour and keeps all.
 */
function withoutStraps(colours: Mixture | undefined): Mixture | undefined {
  if (!colours) return undefined;
  const main = colours.share.indexOf(Math.max(...colours.share)) * 3;
  const like = Array.from(colours.share, (_, k) => {
    const [l, a, b] = [0, 1, 2].map((c) => colours.mean[k * 3 + c]! - colours.mean[main + c]!);
    return Math.hypot(l! * 0.6, a!, b!) < 24;
  });
  const leading = colours.share.reduce((sum, share, k) => sum + (like[k] ? share : 0), 0);
  if (leading < 0.72) return colours;
  return { ...colours, logWeight: colours.logWeight.map((weight, k) => (like[k] ? weight : -1e9)) };
}

/** Keeps what hangs together with the places known to be cloth. */
function dropIslands(labels: Uint8Array, cloth: Uint8Array, width: number, height: number): void {
  for (const { pixels } of components(labels, width, height)) {
    if (pixels.reduce((sum, i) => sum + cloth[i]!, 0) >= Math.max(1, pixels.length * 0.02)) continue;
    for (const i of pixels) labels[i] = 0;
  }
}

/** What the cloth encloses on all sides is printed on it, unless it is skin (a hand before the chest). */
function fillPrints(labels: Uint8Array, skin: Uint8Array, width: number, height: number): void {
  const gaps = labels.map((label) => 1 - label);
  for (const { pixels, box } of components(gaps, width, height)) {
    if (box.x === 0 || box.y === 0 || box.x + box.width === width || box.y + box.height === height) continue;
    if (pixels.reduce((sum, i) => sum + skin[i]!, 0) > pixels.length * 0.4) continue;
    for (const i of pixels) labels[i] = 1;
  }
}

/** Nearest cells, softened by bilinear reading. */
function enlarged(plane: Plane, width: number, height: number): Plane {
  const data = new Float32Array(width * height);
  const fx = plane.width / width;
  const fy = plane.height / height;
  for (let y = 0; y < height; y++) {
    const sy = clamp((y + 0.5) * fy - 0.5, 0, plane.height - 1);
    const y0 = Math.floor(sy);
    const y1 = Math.min(plane.height - 1, y0 + 1);
    for (let x = 0; x < width; x++) {
      const sx = clamp((x + 0.5) * fx - 0.5, 0, plane.width - 1);
      const x0 = Math.floor(sx);
      const x1 = Math.min(plane.width - 1, x0 + 1);
      const upper =
        plane.data[y0 * plane.width + x0]! * (1 - sx + x0) + plane.data[y0 * plane.width + x1]! * (sx - x0);
      const lower =
        plane.data[y1 * plane.width + x0]! * (1 - sx + x0) + plane.data[y1 * plane.width + x1]! * (sx - x0);
      data[y * width + x] = upper + (lower - upper) * (sy - y0);
    }
  }
  return { data, width, height };
}

type Place = { kind: 'cloth' | 'inner' | 'other' | 'open'; bias: number };

function placeOf(at: Point, frame: Frame, part: ClothesPart): Place {
  const [a, b] = frame.sides;
  const { unit, head } = frame;
  for (const side of frame.sides) {
    // A seen hand, and the forearm before the body, is not the garment.
    if (side.seen.wrist < 0.25) continue;
    const hand = plus2(side.wrist, side.elbow, side.wrist, 0.22);
    if (Math.hypot(at.x - hand.x, at.y - hand.y) < unit * 0.13) return { kind: 'other', bias: -2 };
  }
  if (head) {
    const along = (at.x - head.eyes.x) * head.along.x + (at.y - head.eyes.y) * head.along.y;
    const across = -(at.x - head.eyes.x) * head.along.y + (at.y - head.eyes.y) * head.along.x;
    if (
      (along / (head.height * 0.36)) ** 2 + ((across - 0.02 * head.height) / (head.height * 0.5)) ** 2 <
      1
    ) {
      return { kind: 'other', bias: -9 };
    }
    if (across < 0) return { kind: 'other', bias: -6 };
  }
  const shoulders = midway(a.shoulder, b.shoulder);
  const hips = midway(a.hip, b.hip);
  const axis = { x: hips.x - shoulders.x, y: hips.y - shoulders.y };
  const length = axis.x * axis.x + axis.y * axis.y;
  const t = ((at.x - shoulders.x) * axis.x + (at.y - shoulders.y) * axis.y) / length;
  const left = between(a.shoulder, a.hip, t);
  const right = between(b.shoulder, b.hip, t);
  const wide = Math.max(right.x - left.x, unit * 0.35);
  const u = (at.x - (left.x + right.x - wide) / 2) / wide;
  const torso = part !== 'bottom';
  const legs = part !== 'top';
  if (torso && t > 0.12 && t < 0.58 && u > 0.12 && u < 0.88) return { kind: 'cloth', bias: 0.9 };
  if (legs) {
    const leg = Math.min(
      fromSegment(at, a.hip, a.knee),
      fromSegment(at, a.knee, between(a.knee, a.ankle, 0.8)),
      fromSegment(at, b.hip, b.knee),
      fromSegment(at, b.knee, between(b.knee, b.ankle, 0.8)),
    );
    if (t > 0.95 && leg < unit * 0.13) return { kind: 'cloth', bias: 0.9 };
    if (t > 0.85 && leg < unit * 0.32) return { kind: 'inner', bias: 0.2 };
  }
  if (!torso) return t < 0.75 ? { kind: 'other', bias: -2.5 } : { kind: 'open', bias: -1.2 };
  const arm = Math.min(...frame.sides.map((side) => fromSegment(at, side.shoulder, side.elbow)));
  if (t < -0.02 && arm > unit * 0.3)
    return { kind: t < -0.16 ? 'other' : 'open', bias: t < -0.16 ? -2 : -0.5 };
  if (!legs && t > 1.35) return { kind: 'other', bias: -3 };
  if (t > -0.1 && t < 1.1 && u > -0.2 && u < 1.2) return { kind: 'inner', bias: t > 0.7 ? 0 : 0.3 };
  const forearm = Math.min(...frame.sides.map((side) => fromSegment(at, side.elbow, side.wrist)));
  if (Math.min(arm, forearm) < unit * 0.3) return { kind: 'open', bias: 0 };
  return { kind: 'open', bias: t > 1.1 ? -1.5 : -0.8 };
}

const plus2 = (base: Point, from: Point, to: Point, times: number): Point => ({
  x: base.x + (to.x - from.x) * times,
  y: base.y + (to.y - from.y) * times,
});

/** Skin by the usual box in Cb and Cr; where a face is seen, by nearness to its own colour as well. */
function skinTest(small: Pixels, { head }: Frame, toScene: number) {
  const face: [number, number][] = [];
  if (head) {
    const radius = head.height * 0.2;
    for (let y = 0; y < small.height; y++) {
      for (let x = 0; x < small.width; x++) {
        const dx = (x + 0.5) * toScene - head.eyes.x;
        const dy = (y + 0.5) * toScene - head.eyes.y - radius * 0.6;
        if (dx * dx + dy * dy > radius * radius) continue;
        const i = (y * small.width + x) * 3;
        const [r, g, b] = [small.data[i]!, small.data[i + 1]!, small.data[i + 2]!];
        if (skinBox(r, g, b)) face.push(chroma(r, g, b));
      }
    }
  }
  if (face.length < 12) return skinBox;
  const middle = [0, 1].map((c) => face.map((pair) => pair[c]!).sort((p, q) => p - q)[face.length >> 1]!);
  return (r: number, g: number, b: number): boolean => {
    const [cb, cr] = chroma(r, g, b);
    return skinBox(r, g, b) && Math.hypot(cb - middle[0]!, cr - middle[1]!) < 16;
  };
}

const chroma = (r: number, g: number, b: number): [number, number] => [
  128 - 0.1687 * r - 0.3313 * g + 0.5 * b,
  128 + 0.5 * r - 0.4187 * g - 0.0813 * b,
];

function skinBox(r: number, g: number, b: number): boolean {
  const [cb, cr] = chroma(r, g, b);
  return r > 40 && cb > 77 && cb < 127 && cr > 134 && cr < 173 && r > g && g > b * 0.75;
}
