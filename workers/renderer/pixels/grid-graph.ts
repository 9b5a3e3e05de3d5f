/**
 * Smoothness costs between neighbouring pixels, at the index of the pixel on the left or above:
 * `right` (x+1), `down` (y+1), `fall` (x+1, y+1), `rise` (x−1, y+1). Non-negative integers.
 */
export interface GridEdges {
  right: Int32Array;
  down: Int32Array;
  fall: Int32Array;
  rise: Int32Array;
}

// Opposite directions differ in the last bit, so the reverse of an arc is `d ^ 1`.
export const DIRECTIONS = 8;
export const TERMINAL = 8;
export const ORPHAN = 9;
export const FREE = 10;
export const FAR = 0x3fffffff;

/** The state of a cut. */
export interface Graph {
  stride: number;
  offsets: Int32Array;
  capacity: Int32Array;
  terminal: Int32Array;
  parent: Uint8Array;
  sink: Uint8Array;
  stamp: Int32Array;
  distance: Int32Array;
  queued: Uint8Array;
  queue: Int32Array;
  head: number;
  tail: number;
  orphans: number[];
  time: number;
}

/** A ring of pixels without edges around the image makes bounds checks in the loops unnecessary. */
export function paddedGraph(width: number, height: number, terminal: Int32Array, edges: GridEdges): Graph {
  const stride = width + 2;
  const n = stride * (height + 2);
  const offsets = Int32Array.of(1, -1, stride, -stride, stride + 1, -stride - 1, stride - 1, -stride + 1);
  const capacity = new Int32Array(n * DIRECTIONS);
  const padded = new Int32Array(n);
  const link = (i: number, d: number, cost: number) => {
    capacity[i * DIRECTIONS + d] = cost;
    capacity[(i + offsets[d]!) * DIRECTIONS + (d ^ 1)] = cost;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = y * width + x;
      const i = (y + 1) * stride + x + 1;
      padded[i] = terminal[from]!;
      if (x + 1 < width) link(i, 0, edges.right[from]!);
      if (y + 1 < height) link(i, 2, edges.down[from]!);
      if (x + 1 < width && y + 1 < height) link(i, 4, edges.fall[from]!);
      if (x > 0 && y + 1 < height) link(i, 6, edges.rise[from]!);
    }
  }
  return {
    stride,
    offsets,
    capacity,
    terminal: padded,
    parent: new Uint8Array(n).fill(FREE),
    sink: new Uint8Array(n),
    stamp: new Int32Array(n),
    distance: new Int32Array(n),
    queued: new Uint8Array(n),
    queue: new Int32Array(n),
    head: 0,
    tail: 0,
    orphans: [],
    time: 0,
  };
}
