import { drawnThrough } from '../../pixels/affine.ts';
import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import type { Point } from '../../pixels/points.ts';
import { boxAround, unbounded } from '../../pixels/rect.ts';
import { findWrist } from '../body/hand.ts';
import type { Figure, Worn } from '../garments/worn.ts';
import { principalSpread, visiblePoints } from './cutout-shape.ts';

/** The shape of a watch or bracelet laid open, or of the visible part of a closed one. */
export interface StrapShape {
  /** Middle of the dial (or of the strap where there is none) in the photo. */
  centre: Point;
  /** Unit vector along the strap. */
  along: Point;
  /** Photo pixels across the strap: dial and strap. */
  dial: number;
  strap: number;
  /** Outer diameter of a bangle or closed bracelet with an open centre; 0 when laid open. */
  ring: number;
}

/** Minimum ratio of a dial's width to the strap's. */
const minDialRatio = 1.2;
/** Slices along a strap. */
const bins = 120;
/** Widths as shares of the wrist: a dial, a strap without one, and a ring. */
const share = { dial: 0.76, strap: 0.32, ring: 1.03 };

/** Lays a watch or bracelet across the forearm: around the visible part of it. */
export async function onWrist(cutout: Pixels, { scene, person, frame }: Figure): Promise<Worn | undefined> {
  const wrist = findWrist(scene, person, frame);
  if (!wrist) return undefined;
  const { at, width, arm } = wrist;
  const across = { x: -arm.y, y: arm.x };
  const { centre, along: strapAlong, dial, strap, ring } = strapShape(cutout);
  const [shown, wanted] =
    ring > 0 ? [ring, share.ring] : dial > strap ? [dial, share.dial] : [strap, share.strap];
  const scale = (width * wanted) / shown;
  const toPhoto = (p: Point): Point => {
    const s = ((p.x - at.x) * across.x + (p.y - at.y) * across.y) / (width / 2);
    const along = (p.x - at.x) * arm.x + (p.y - at.y) * arm.y;
    // Only the half of a ring towards the hand is in front of the arm.
    if (ring > 0 && along < 0) return outside;
    // A strap curves away from the viewer: each pixel towards the edges covers more of it, and is closer to the hand.
    const curved = ring > 0 ? s : s + Math.sign(s) * 0.9 * Math.max(0, Math.abs(s) - 0.5) ** 2;
    const sag = ring > 0 ? 0 : 0.05 * (1 - Math.sqrt(1 - Math.min(1, Math.abs(s)) ** 2));
    const [u, v] = [(curved * width) / 2 / scale, (along + sag * width) / scale];
    return {
      x: centre.x + strapAlong.x * u - strapAlong.y * v,
      y: centre.y + strapAlong.y * u + strapAlong.x * v,
    };
  };
  const reach = Math.ceil(Math.max(width, dial * scale) * 0.75);
  const corners = [-reach, reach].map((far) => ({ x: at.x + far, y: at.y + far }));
  const layer = await drawnThrough(cutout, toPhoto, boxAround(corners, scene));
  if (layer) shadeEdges(layer, at, across, width);
  return layer;
}

/** A point outside every photo. */
const outside: Point = { x: -9, y: -9 };

/** Clips the strap at the arm's edges and darkens it towards them. */
function shadeEdges({ rect, pixels: { data } }: Worn, at: Point, across: Point, width: number): void {
  for (let i = 0; i < rect.width * rect.height; i++) {
    const [x, y] = [rect.x + (i % rect.width) + 0.5 - at.x, rect.y + Math.floor(i / rect.width) + 0.5 - at.y];
    const d = Math.abs(x * across.x + y * across.y);
    data[i * 4 + 3] = Math.round(data[i * 4 + 3]! * clamp(width * 0.515 - d + 0.5, 0, 1));
    const light = 1 - 0.5 * Math.min(1, d / (width / 2)) ** 4;
    for (let c = 0; c < 3; c++) data[i * 4 + c] = Math.round(data[i * 4 + c]! * light);
  }
}

/** Reads where the dial is on a strap's cut-out (straight RGBA), by its width from end to end. */
export function strapShape(cutout: Pixels): StrapShape {
  const { angle } = principalSpread(cutout);
  const along = { x: Math.cos(angle), y: Math.sin(angle) };
  const { points, toPhoto } = visiblePoints(cutout, angle);
  const { x: from, width: length } = boxAround(points, unbounded);
  const low = new Array<number>(bins).fill(Number.POSITIVE_INFINITY);
  const high = new Array<number>(bins).fill(Number.NEGATIVE_INFINITY);
  for (const { x, y } of points) {
    const k = Math.min(bins - 1, Math.floor(((x - from) / length) * bins));
    low[k] = Math.min(low[k]!, y);
    high[k] = Math.max(high[k]!, y);
  }
  const widths = low.map((value, k) => Math.max(0, high[k]! - value));
  const getPlace = (k: number): Point =>
    toPhoto({ x: from + (length * k) / bins, y: (low[Math.floor(k)]! + high[Math.floor(k)]!) / 2 });
  const middle = getPlace(bins / 2);
  if ((cutout.data[(Math.floor(middle.y) * cutout.width + Math.floor(middle.x)) * 4 + 3] ?? 0) < 60)
    return { centre: middle, along, dial: 1, strap: 1, ring: length };
  const used = widths.filter((width) => width > 0).sort((p, q) => p - q);
  const strap = used[Math.floor(used.length * 0.4)] ?? 1;
  const widest = used.at(-1) ?? 1;
  if (widest <= strap * minDialRatio) return { centre: middle, along, dial: strap, strap, ring: 0 };
  const isDial = widths.map((width) => width > (strap + widest) / 2);
  const [dialFrom, dialTo] = [isDial.indexOf(true), isDial.lastIndexOf(true) + 1];
  return { centre: getPlace((dialFrom + dialTo) / 2), along, dial: widest, strap, ring: 0 };
}
