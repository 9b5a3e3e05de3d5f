import type { Pixels } from '../../pixels/pixels.ts';

/** Edges along a row; `right` is the first pixel beyond. */
export interface Span {
  left: number;
  right: number;
}

/** A row of an outline: from its first to its last opaque pixel, and its two widest runs from left to right. */
export interface Row extends Span {
  runs: Span[];
}

const solid = 110;

/** The rows of a cut-out (straight RGBA); threads narrower than a hundredth of the width are ignored. */
export function toRows({ data, width, height }: Pixels): Row[] {
  const minRun = Math.max(2, width * 0.01);
  return Array.from({ length: height }, (_, y) => {
    const runs: Span[] = [];
    let start = -1;
    for (let x = 0; x <= width; x++) {
      const inside = x < width && data[(y * width + x) * 4 + 3]! > solid;
      if (inside && start < 0) start = x;
      if (!inside && start >= 0) {
        if (x - start >= minRun) runs.push({ left: start, right: x });
        start = -1;
      }
    }
    const [first, last] = [runs[0], runs.at(-1)];
    const widestRuns = runs
      .sort((p, q) => q.right - q.left - (p.right - p.left))
      .slice(0, 2)
      .sort((p, q) => p.left - q.left);
    return { runs: widestRuns, left: first?.left ?? 0, right: last?.right ?? 0 };
  });
}
