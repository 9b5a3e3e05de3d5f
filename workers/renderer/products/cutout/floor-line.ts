import type { LabImage } from '../../pixels/lab.ts';

/** The line where a wall meets a floor behind the product: its rows at the left and right image edge. */
export interface FloorLine {
  left: number;
  right: number;
}

// Chosen, not tuned: found the line behind an orchid, wrongly split one photo of a worn dress.
const EXPLAINED_MIN = 0.6;
const COLOUR_STEP_MIN = 7;
const TILT_MAX = 0.1;

/** Finds one nearly horizontal change of color that is visible in both side bands. */
export function findFloorLine(image: LabImage, band: number): FloorLine | undefined {
  const left = bestSplit(image, 0, band);
  const right = bestSplit(image, image.width - band, image.width);
  if (!left || !right || Math.abs(left - right) > TILT_MAX * image.height) return undefined;
  return { left, right };
}

/** True if a pixel is above the line. */
export function isWall(line: FloorLine, width: number, x: number, y: number): boolean {
  return y < line.left + ((line.right - line.left) * x) / width;
}

/** The row that best splits the columns x0…x1 into two colors, if two colors describe them well. */
function bestSplit(image: LabImage, x0: number, x1: number): number | undefined {
  const { height } = image;
  const rows = rowMeans(image, x0, x1);
  const all = spread(rows, 0, height);
  let best: number | undefined;
  let smallest = all.error;
  for (let y = Math.round(height * 0.12); y < height * 0.94; y++) {
    const error = spread(rows, 0, y).error + spread(rows, y, height).error;
    if (error < smallest) {
      smallest = error;
      best = y;
    }
  }
  if (best === undefined || smallest > (1 - EXPLAINED_MIN) * all.error) return undefined;
  const above = spread(rows, 0, best).mean;
  const below = spread(rows, best, height).mean;
  const step = Math.hypot(above[0]! - below[0]!, above[1]! - below[1]!, above[2]! - below[2]!);
  return step >= COLOUR_STEP_MIN ? best : undefined;
}

/** Prefix sums of each row's mean color and of its square: entry y covers the rows before y. */
interface RowSums {
  sum: Float64Array[];
  square: Float64Array;
}

function rowMeans(image: LabImage, x0: number, x1: number): RowSums {
  const { width, height } = image;
  const sum = [0, 1, 2].map(() => new Float64Array(height + 1));
  const square = new Float64Array(height + 1);
  const planes = [image.l, image.a, image.b];
  for (let y = 0; y < height; y++) {
    let squared = 0;
    for (const [c, plane] of planes.entries()) {
      let total = 0;
      for (let x = x0; x < x1; x++) total += plane[y * width + x]!;
      const mean = total / (x1 - x0);
      sum[c]![y + 1] = sum[c]![y]! + mean;
      squared += mean * mean;
    }
    square[y + 1] = square[y]! + squared;
  }
  return { sum, square };
}

function spread(rows: RowSums, from: number, to: number): { mean: number[]; error: number } {
  const n = to - from;
  const mean = rows.sum.map((s) => (s[to]! - s[from]!) / n);
  const error = rows.square[to]! - rows.square[from]! - n * mean.reduce((sum, m) => sum + m * m, 0);
  return { mean, error: Math.max(0, error) };
}
