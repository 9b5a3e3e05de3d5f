import { clamp } from '../pixels/clamp.ts';
import { type Integral, meanIn } from '../pixels/integral.ts';
import type { LabImage } from '../pixels/lab.ts';
import type { Rect } from '../pixels/rect.ts';
import type { Support } from './support.ts';
import { getFacts, standsOnTables, type Thing } from './things/thing.ts';

/** A surface ends where its color changes by more than this (ΔE) in two columns, read this far below a thing's foot. */
const otherColor = 6.5;
const below = 0.012;
/** How far below a thing's foot the end of its surface is searched, as a share of the height; a change of color (ΔE). */
const reach = 0.11;
const minStep = 4;
/** How far beside a thing its surface may change its color, in widths of the thing. */
const patches = 2;
/** Things whose feet are this close, as a share of the height, stand on one surface. */
const sameRow = 0.03;

/**
 * Finds the table tops that detected things stand on, those of detected tables, and the narrow surfaces beside things
 * that may be there (`seen`); output pixels.
 */
export function findTableTops(
  things: Thing[],
  seen: Thing[],
  planes: LabImage,
  floor: Integral,
  scale: number,
): Support[] {
  const standing = (all: Thing[]) =>
    all.filter(
      ({ kind, rect }) => standsOnTables(kind) && !standsOnFloor(rect, floor, planes.height / scale),
    );
  const feet = standing(things).flatMap((thing) => topUnder(thing, things, planes, scale));
  const tables = things.flatMap((thing) => topsOfTable(thing, standing(seen), planes.width / scale));
  // Of a shelf no front edge may be seen: what stands on it shows a surface a little beyond itself.
  const narrow = standing(seen)
    .filter(({ kind }) => kind !== 'clock' && getFacts(kind).onTableCm !== undefined)
    .map(({ rect: { x, y, width, height }, score }) => ({
      x: x - beside * width,
      width: (1 + 2 * beside) * width,
      y: y + height,
      score: 4 * score,
      beside: true as const,
    }));
  return [...feet, ...tables, ...narrow];
}

/** How far beside a thing its surface reaches at least, in widths of the thing. */
const beside = 1.2;
/** Products on a table that is narrower than this share of the image would be too small to see. */
const tooFar = 0.1;

/** A table seen from above is where things stand on it, else close to its upper edge. */
function topsOfTable({ kind, rect, score }: Thing, standing: Thing[], sceneWidth: number): Support[] {
  const { top } = getFacts(kind);
  if (top === undefined || rect.width < tooFar * sceneWidth) return [];
  const inset = rect.width * 0.08;
  const rows = standing
    .filter(({ rect: { x, width } }) => x > rect.x && x + width < rect.x + rect.width)
    .map(({ rect: { y, height } }) => y + height)
    .filter((foot) => foot > rect.y && foot < rect.y + rect.height);
  return (rows.length > 0 ? rows : [rect.y + rect.width * top]).map((y) => ({
    x: rect.x + inset,
    width: rect.width - 2 * inset,
    y,
    score: 4 * score,
  }));
}

function standsOnFloor({ x, y, width, height }: Rect, floor: Integral, sceneHeight: number): boolean {
  return meanIn(floor, { x, y: y + height, width, height: sceneHeight * 0.03 }) > 0.5;
}

/** Minimum score of a thing whose size counts. */
const measurable = 0.24;

/** Adds the scale at which the nearest thing of known size stands on a surface at about the same height. */
export function addScales(supports: Support[], things: Thing[], sceneHeight: number): Support[] {
  return supports.map((support) => {
    const near = things.flatMap(({ kind, rect, score }) => {
      const { onTableCm } = getFacts(kind);
      if (score < measurable) return [];
      const drop = Math.abs(rect.y + rect.height - support.y);
      return onTableCm && drop < 2 * sameRow * sceneHeight ? [{ drop, scale: rect.height / onTableCm }] : [];
    });
    const [nearest] = near.sort((p, q) => p.drop - q.drop);
    return nearest ? { ...support, scale: nearest.scale } : support;
  });
}

/** Follows the surface below a thing's foot to both sides. */
function topUnder({ rect, score }: Thing, things: Thing[], planes: LabImage, scale: number): Support[] {
  const foot = rect.y + rect.height;
  const row = Math.round(foot * scale + planes.height * below);
  if (row + 4 >= planes.height) return [];
  const near = patches * rect.width * scale;
  const from = followed(planes, row, rect.x * scale, -1, near) / scale;
  const to = followed(planes, row, (rect.x + rect.width) * scale, 1, near) / scale;
  // Where something larger stands closer, the surface is hidden.
  const hidden = things.some(
    ({ rect: other }) =>
      other !== rect &&
      other.height > rect.height * 2 &&
      other.y < foot &&
      other.y + other.height > foot + 0.1 * rect.height &&
      other.x < to &&
      other.x + other.width > from,
  );
  if (to - from < rect.width * 1.3 || hidden) return [];
  const neighbors = things.filter(
    ({ kind: other, rect: at }) =>
      standsOnTables(other) &&
      Math.abs(at.y + at.height - foot) < (sameRow * planes.height) / scale &&
      at.x < to &&
      at.x + at.width > from,
  );
  const sure = {
    from: Math.max(from, Math.min(...neighbors.map(({ rect: at }) => at.x))),
    to: Math.min(to, Math.max(...neighbors.map(({ rect: at }) => at.x + at.width))),
  };
  return [{ x: from, width: to - from, y: foot, score: 4 * score, sure }];
}

/**
 * Follows the surface to one side as long as it ends below, in a front edge or a shadow, which a bare wall does not, and
 * either its color or, up to `near`, the row of that edge stays the same: a cloth ends before its table does.
 */
function followed(planes: LabImage, row: number, start: number, direction: 1 | -1, near: number): number {
  const { width, l, a, b } = planes;
  const colorAt = (x: number) => [l, a, b].map((plane) => plane[row * width + x]!);
  let x = clamp(Math.round(start), 0, width - 1);
  let mean = colorAt(x);
  let last = x;
  let lastEnd: number | undefined;
  for (let misses = 0; x >= 0 && x < width && misses < 3; x += direction) {
    const color = colorAt(x);
    const end = endBelow(planes, x, row);
    const isSame = Math.hypot(...color.map((value, c) => value - mean[c]!)) <= otherColor;
    const isNear = Math.abs(x - start) < near;
    const isLevel = isNear && end !== undefined && lastEnd !== undefined && Math.abs(end - lastEnd) <= 1;
    if (end === undefined || !(isSame || isLevel)) {
      misses++;
      continue;
    }
    misses = 0;
    last = x;
    lastEnd = end;
    mean = isSame ? mean.map((value, c) => value + (color[c]! - value) * 0.08) : color;
  }
  return last;
}

/** The lowest row within reach at which the color changes between the two rows above and the two rows below. */
function endBelow({ width, height, l, a, b }: LabImage, x: number, from: number): number | undefined {
  for (let row = Math.min(height - 3, Math.round(from + height * reach)); row >= from; row--) {
    const difference = [l, a, b].map((plane) => {
      const at = (y: number) => plane[y * width + x]!;
      return at(row - 1) + at(row) - at(row + 1) - at(row + 2);
    });
    if (Math.hypot(...difference) / 2 >= minStep) return row;
  }
  return undefined;
}
