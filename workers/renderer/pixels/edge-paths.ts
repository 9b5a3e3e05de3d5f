import type { Point } from './points.ts';

/** Color gradients inside an outline. */
export interface Steps {
  /** 1 inside. */
  mask: Uint8Array;
  /** Size of the color step at each pixel. */
  steps: Float32Array;
  width: number;
  height: number;
}

/**
 * Cheapest paths (Dijkstra) from one pixel to others inside the outline: strong color steps are cheap, even areas
 * expensive. Returns undefined for a pixel that cannot be reached.
 */
export function pathsFrom(
  { mask, steps, width, height }: Steps,
  from: Point,
): (to: Point) => number[] | undefined {
  const start = from.y * width + from.x;
  // Doubles: with costs rounded to floats every path would seem shorter when it is reached a second time.
  const cost = new Float64Array(mask.length).fill(Number.POSITIVE_INFINITY);
  const before = new Int32Array(mask.length).fill(-1);
  const toll = steps.map((step) => 0.08 + 6 / (2 + step ** 1.5));
  cost[start] = 0;
  // Each pixel is queued at most once per neighbour.
  const queue = new Heap(8 * mask.length + 1);
  queue.push(start, 0);
  for (let i = queue.pop(); i >= 0; i = queue.pop()) {
    const far = queue.cost;
    if (far > cost[i]!) continue;
    const x = i % width;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const y = (i - x) / width + dy;
        if (x + dx < 0 || x + dx >= width || y < 0 || y >= height) continue;
        const j = y * width + x + dx;
        if (mask[j] === 0) continue;
        const next = far + (dx !== 0 && dy !== 0 ? Math.SQRT2 : 1) * toll[j]!;
        if (next >= cost[j]!) continue;
        cost[j] = next;
        before[j] = i;
        queue.push(j, next);
      }
    }
  }
  return (to) => {
    const goal = to.y * width + to.x;
    if (before[goal] === -1) return undefined;
    const path: number[] = [];
    for (let i = goal; i !== -1; i = before[i]!) path.push(i);
    return path;
  };
}

/** A binary min-heap in plain arrays, because it holds as many entries as an image has pixels. */
class Heap {
  private readonly costs: Float64Array;
  private readonly indices: Int32Array;
  private size = 0;

  constructor(capacity: number) {
    this.costs = new Float64Array(capacity);
    this.indices = new Int32Array(capacity);
  }

  push(index: number, cost: number): void {
    let k = this.size++;
    while (k > 0) {
      const parent = (k - 1) >> 1;
      if (this.costs[parent]! <= cost) break;
      this.move(parent, k);
      k = parent;
    }
    this.put(k, index, cost);
  }

  /** Removes the cheapest entry and returns its index, −1 when the heap is empty; `cost` is its cost. */
  pop(): number {
    if (this.size === 0) return -1;
    const first = this.indices[0]!;
    this.cost = this.costs[0]!;
    this.size--;
    const [index, cost] = [this.indices[this.size]!, this.costs[this.size]!];
    let k = 0;
    for (;;) {
      let child = 2 * k + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && this.costs[child + 1]! < this.costs[child]!) child++;
      if (this.costs[child]! >= cost) break;
      this.move(child, k);
      k = child;
    }
    this.put(k, index, cost);
    return first;
  }

  cost = 0;

  private move(from: number, to: number): void {
    this.put(to, this.indices[from]!, this.costs[from]!);
  }

  private put(k: number, index: number, cost: number): void {
    this.indices[k] = index;
    this.costs[k] = cost;
  }
}
