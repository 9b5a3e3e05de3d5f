import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { between, distance, normal, type Point } from '../../pixels/points.ts';

/** A sleeve of a garment photographed flat: its root at the armhole, then slices out to the cuff. */
export interface Sleeve {
  /** Middle and half width of evenly spaced slices, first at the armhole, last at the cuff. */
  slices: { centre: Point; half: number }[];
  /** From the shoulder point to the cuff's middle. */
  length: number;
}

/** The seams of a top photographed from the front; pixels of the cut-out, left as in the photo. */
export interface TopShape {
  shoulders: readonly [Point, Point];
  armpits: readonly [Point, Point];
  /** Left and right edge of the body of the garment, from the armpits to the hem, evenly spaced. */
  sides: { left: number; right: number }[];
  /** Rows of the armpits and of the hem. */
  armpit: number;
  hem: number;
  sleeves: readonly [Sleeve | undefined, Sleeve | undefined];
  /** Width across the body, the unit of all other lengths. */
  width: number;
}

interface Row {
  left: number;
  right: number;
}

const solid = 110;

/** Finds the seams of a top (shirt, jumper, dress) from its outline alone; undefined for other shapes. */
export function topShape(cutout: Pixels): TopShape | undefined {
  const rows = centralRuns(cutout);
  const hem = lastFilled(rows);
  const low = rows.slice(Math.round(hem * 0.72), Math.round(hem * 0.93));
  const left = median(low.map((row) => row.left));
  const right = median(low.map((row) => row.right));
  const width = right - left;
  if (width < cutout.width * 0.15 || hem < cutout.height * 0.5) return undefined;
  const armpitLeft = armpitRow(rows, hem, (row) => left - row.left > width * 0.1);
  const armpitRight = armpitRow(rows, hem, (row) => row.right - right > width * 0.1);
  const armpit = Math.max(armpitLeft ?? 0, armpitRight ?? 0) || Math.round(hem * 0.35);
  const sides = bodySides(rows, Math.min(hem * 0.8, armpit + 0.05 * hem), hem);
  const armpits = [
    { x: sides[0]!.left, y: armpitLeft ?? armpit },
    { x: sides[0]!.right, y: armpitRight ?? armpit },
  ] as const;
  const sleeved = armpitLeft !== undefined && armpitRight !== undefined;
  const shoulders = sleeved
    ? (armpits.map(({ x, y }, side) => {
        const inward = x + (side === 0 ? 0.045 : -0.045) * width;
        return { x: inward, y: getTop(cutout, inward, y) };
      }) as [Point, Point])
    : ([strapTop(cutout, 0, armpit), strapTop(cutout, 1, armpit)] as const);
  return {
    shoulders,
    armpits,
    sides,
    armpit,
    hem,
    width,
    sleeves: sleeved
      ? [
          getSleeve(cutout, shoulders[0], armpits[0], -1, left - 0.04 * width),
          getSleeve(cutout, shoulders[1], armpits[1], 1, right + 0.04 * width),
        ]
      : [undefined, undefined],
  };
}

const opaque = ({ data, width }: Pixels, x: number, y: number): boolean =>
  data[(y * width + x) * 4 + 3]! > solid;

/** Per row, the opaque run that contains the middle column, without bridging gaps. */
function centralRuns(cutout: Pixels): Row[] {
  const { width, height } = cutout;
  const middle = middleColumn(cutout);
  return Array.from({ length: height }, (_, y) => {
    if (!opaque(cutout, middle, y)) return { left: middle, right: middle };
    let left = middle;
    let right = middle;
    while (left > 0 && opaque(cutout, left - 1, y)) left--;
    while (right < width - 1 && opaque(cutout, right + 1, y)) right++;
    return { left, right: right + 1 };
  });
}

/** Middle of the lower half's opaque pixels: hems are centred even where sleeves are asymmetric. */
function middleColumn(cutout: Pixels): number {
  let sum = 0;
  let count = 0;
  for (let y = cutout.height >> 1; y < cutout.height; y += 2) {
    for (let x = 0; x < cutout.width; x++) {
      if (!opaque(cutout, x, y)) continue;
      sum += x;
      count++;
    }
  }
  return count === 0 ? cutout.width >> 1 : Math.round(sum / count);
}

const lastFilled = (rows: Row[]): number => {
  const last = rows.findLastIndex(({ left, right }) => right - left > 4);
  return last < 0 ? rows.length - 1 : last;
};

/** Searches upwards from the hem for the row where a sleeve joins the body. */
function armpitRow(rows: Row[], hem: number, joins: (row: Row) => boolean): number | undefined {
  for (let y = Math.round(hem * 0.8); y > hem * 0.1; y--) {
    if (joins(rows[y]!)) return y + 1;
  }
  return undefined;
}

/** Highest point of one half, where a strap crosses the shoulder. */
function strapTop(cutout: Pixels, half: number, armpit: number): Point {
  const from = half === 0 ? 0 : cutout.width >> 1;
  const to = half === 0 ? cutout.width >> 1 : cutout.width;
  for (let y = 0; y < armpit; y++) {
    const found: number[] = [];
    for (let x = from; x < to; x++) if (opaque(cutout, x, y)) found.push(x);
    if (found.length > cutout.width * 0.02) return { x: found[found.length >> 1]!, y };
  }
  return { x: (from + to) / 2, y: 0 };
}

function bodySides(rows: Row[], armpit: number, hem: number): Row[] {
  const count = 12;
  return Array.from({ length: count }, (_, k) => {
    const y = Math.round(armpit + ((hem - armpit - 3) * k) / (count - 1));
    return rows[clamp(y, 0, rows.length - 1)]!;
  });
}

function getTop(cutout: Pixels, x: number, armpit: number): number {
  const column = clamp(Math.round(x), 0, cutout.width - 1);
  for (let y = 0; y < armpit; y++) if (opaque(cutout, column, y)) return y;
  return armpit * 0.2;
}

const sliceCount = 10;

/** The part outside the line shoulder–armpit on one side (−1 left, 1 right), sliced along its own axis. */
function getSleeve(
  cutout: Pixels,
  shoulder: Point,
  armpit: Point,
  side: -1 | 1,
  beside: number,
): Sleeve | undefined {
  const points: Point[] = [];
  const root = between(shoulder, armpit, 0.5);
  for (let y = Math.floor(shoulder.y); y < cutout.height; y += 2) {
    const share = clamp((y - shoulder.y) / Math.max(1, armpit.y - shoulder.y), 0, 1);
    // Below the armhole only pixels clear of the body belong to the sleeve.
    const edge = y > armpit.y ? beside : shoulder.x + (armpit.x - shoulder.x) * share;
    for (let x = side < 0 ? 0 : Math.ceil(edge); side < 0 ? x < edge : x < cutout.width; x += 2) {
      if (opaque(cutout, x, y)) points.push({ x, y });
    }
  }
  const opening = distance(shoulder, armpit);
  if (points.length < (opening * opening) / 40) return undefined;
  const far = points.map((p) => distance(p, root)).sort((p, q) => p - q)[Math.floor(points.length * 0.985)]!;
  const end = getMean(points.filter((p) => distance(p, root) > far * 0.86));
  return sliced(points, shoulder, armpit, root, end);
}

function sliced(points: Point[], shoulder: Point, armpit: Point, root: Point, end: Point): Sleeve {
  const axis = normal({ x: end.x - root.x, y: end.y - root.y });
  const across = { x: -axis.y, y: axis.x };
  const along = points.map((p) => ({
    t: (p.x - root.x) * axis.x + (p.y - root.y) * axis.y,
    v: (p.x - root.x) * across.x + (p.y - root.y) * across.y,
  }));
  const length = along.map(({ t }) => t).sort((p, q) => p - q)[Math.floor(along.length * 0.99)]!;
  const slices = Array.from({ length: sliceCount }, (_, k) => {
    const t = (length * k) / (sliceCount - 1);
    const near = along.filter((p) => Math.abs(p.t - t) < length / sliceCount);
    const vs = near.map(({ v }) => v).sort((p, q) => p - q);
    const low = vs[Math.floor(vs.length * 0.02)] ?? 0;
    const high = vs[Math.floor(vs.length * 0.98)] ?? 0;
    const middle = (low + high) / 2;
    return {
      centre: { x: root.x + axis.x * t + across.x * middle, y: root.y + axis.y * t + across.y * middle },
      half: Math.max(2, (high - low) / 2),
    };
  });
  slices[0] = { centre: root, half: Math.max(slices[1]!.half, distance(shoulder, armpit) / 2) };
  return { slices, length: distance(shoulder, slices.at(-1)!.centre) };
}

const getMean = (points: Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

const median = (values: number[]): number => values.sort((p, q) => p - q)[values.length >> 1] ?? 0;
