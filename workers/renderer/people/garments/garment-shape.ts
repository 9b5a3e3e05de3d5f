import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { between, distance, normal, type Point, plus, unitVector } from '../../pixels/points.ts';

/** A sleeve of a garment photographed flat: its root at the armhole, then slices out to the cuff. */
export interface Sleeve {
  /** Middle, half width and direction across of evenly spaced slices, first at the armhole, last at the cuff. */
  slices: { centre: Point; half: number; across: Point }[];
  /** From the shoulder point to the cuff's middle. */
  length: number;
}

/** The seams of a top or dress seen from the front; pixels of the cut-out, left as in the photo. */
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
  /** From the shoulders to the hips, where the wearer in the photo shows it. */
  torso?: number;
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

/** True where the cut-out is opaque at a point, which may be outside it. */
export function isOpaque({ data, width, height }: Pixels, at: Point): boolean {
  const [x, y] = [Math.round(at.x), Math.round(at.y)];
  return x >= 0 && y >= 0 && x < width && y < height && data[(y * width + x) * 4 + 3]! > solid;
}

/** Per row, the opaque run that contains the middle column, without bridging gaps. */
function centralRuns(cutout: Pixels): Row[] {
  const { width, height } = cutout;
  const middle = middleColumn(cutout);
  return Array.from({ length: height }, (_, y) => {
    if (!isOpaque(cutout, { x: middle, y })) return { left: middle, right: middle };
    let left = middle;
    let right = middle;
    while (left > 0 && isOpaque(cutout, { x: left - 1, y })) left--;
    while (right < width - 1 && isOpaque(cutout, { x: right + 1, y })) right++;
    return { left, right: right + 1 };
  });
}

/** Middle of the lower half's opaque pixels: hems are centred even where sleeves are asymmetric. */
function middleColumn(cutout: Pixels): number {
  let sum = 0;
  let count = 0;
  for (let y = cutout.height >> 1; y < cutout.height; y += 2) {
    for (let x = 0; x < cutout.width; x++) {
      if (!isOpaque(cutout, { x, y })) continue;
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
    for (let x = from; x < to; x++) if (isOpaque(cutout, { x, y })) found.push(x);
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
  for (let y = 0; y < armpit; y++) if (isOpaque(cutout, { x: column, y })) return y;
  return armpit * 0.2;
}

/** The part outside the line shoulder–armpit on one side (−1 left, 1 right), sliced along its own axis. */
function getSleeve(
  cutout: Pixels,
  shoulder: Point,
  armpit: Point,
  side: -1 | 1,
  beside: number,
): Sleeve | undefined {
  const root = between(shoulder, armpit, 0.5);
  const isSleeve = (p: Point): boolean => {
    const share = clamp((p.y - shoulder.y) / Math.max(1, armpit.y - shoulder.y), 0, 1);
    // Below the armhole only pixels clear of the body belong to the sleeve.
    const edge = p.y > armpit.y ? beside : shoulder.x + (armpit.x - shoulder.x) * share;
    return (p.x - edge) * side >= 0 && isOpaque(cutout, p);
  };
  const points: Point[] = [];
  for (let y = Math.floor(shoulder.y); y < cutout.height; y += 2) {
    for (let x = 0; x < cutout.width; x += 2) if (isSleeve({ x, y })) points.push({ x, y });
  }
  const opening = distance(shoulder, armpit);
  if (points.length < (opening * opening) / 40) return undefined;
  const far = points.map((p) => distance(p, root)).sort((p, q) => p - q)[Math.floor(points.length * 0.985)]!;
  const ends = points.filter((p) => distance(p, root) > far * 0.86);
  const end = {
    x: ends.reduce((sum, { x }) => sum + x, 0) / ends.length,
    y: ends.reduce((sum, { y }) => sum + y, 0) / ends.length,
  };
  return sleeveAlong(isSleeve, [root, plus(root, unitVector(root, end), far)], opening / 2, shoulder);
}

const sliceCount = 10;

/** Slices a sleeve across a line of points from the armhole, as far as the cloth reaches; `opening`: half the armhole. */
export function sleeveAlong(
  isSleeve: (p: Point) => boolean,
  line: Point[],
  opening: number,
  shoulder: Point,
): Sleeve {
  const whole = line.slice(1).reduce((sum, p, k) => sum + distance(line[k]!, p), 0);
  let end = whole;
  while (end > whole * 0.2 && !isSleeve(placeAlong(line, end).at)) end -= whole * 0.02;
  const slices = Array.from({ length: sliceCount }, (_, k) => {
    const { at, across } = placeAlong(line, (end * 0.99 * k) / (sliceCount - 1));
    const [low, high] = [-1, 1].map((side) => {
      let away = 0;
      while (away < opening * 1.3 && isSleeve(plus(at, across, side * away))) away++;
      return side * away;
    }) as [number, number];
    return { centre: plus(at, across, (low + high) / 2), half: Math.max(2, (high - low) / 2), across };
  });
  slices[0] = { ...slices[0]!, centre: line[0]!, half: Math.max(slices[1]!.half, opening) };
  return { slices, length: distance(shoulder, slices.at(-1)!.centre) };
}

/** The point at a distance along a line of points, and the direction across it there, with smooth bends. */
export function placeAlong(line: Point[], far: number): { at: Point; across: Point } {
  let [from, rest] = [0, far];
  while (from < line.length - 2 && rest > distance(line[from]!, line[from + 1]!)) {
    rest -= distance(line[from]!, line[from + 1]!);
    from++;
  }
  const own = unitVector(line[from]!, line[from + 1]!);
  const length = distance(line[from]!, line[from + 1]!);
  const before = from > 0 ? unitVector(line[from - 1]!, line[from]!) : own;
  const next = from + 2 < line.length ? unitVector(line[from + 1]!, line[from + 2]!) : own;
  const bend = Math.max(1e-6, length * 0.25);
  const [other, share] =
    rest < length / 2
      ? [before, clamp((1 - rest / bend) / 2, 0, 0.5)]
      : [next, clamp((1 - (length - rest) / bend) / 2, 0, 0.5)];
  const along = normal({ x: own.x + (other.x - own.x) * share, y: own.y + (other.y - own.y) * share });
  return { at: plus(line[from]!, own, rest), across: { x: -along.y, y: along.x } };
}

const median = (values: number[]): number => values.sort((p, q) => p - q)[values.length >> 1] ?? 0;
