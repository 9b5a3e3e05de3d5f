import {
  DIRECTIONS,
  FAR,
  FREE,
  type Graph,
  type GridEdges,
  ORPHAN,
  paddedGraph,
  TERMINAL,
} from './grid-graph.ts';

/**
 * Minimum cut of an 8-connected pixel grid (Boykov and Kolmogorov 2004), labels 1 (source side) or 0.
 * `terminal[i]` > 0 is the cost of labelling pixel i as 0, < 0 the cost of labelling it as 1. Integers
 * make the result exact and the same on every machine.
 */
export function gridCut(width: number, height: number, terminal: Int32Array, edges: GridEdges): Uint8Array {
  const graph = paddedGraph(width, height, terminal, edges);
  runCut(graph);
  const labels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = (y + 1) * graph.stride + x + 1;
      labels[y * width + x] = graph.parent[i] !== FREE && graph.sink[i] === 0 ? 1 : 0;
    }
  }
  return labels;
}

function activate(g: Graph, i: number): void {
  if (g.queued[i]) return;
  g.queued[i] = 1;
  g.queue[g.tail] = i;
  g.tail = g.tail + 1 === g.queue.length ? 0 : g.tail + 1;
}

/** Returns the next pixel of the frontier that still belongs to a tree, or −1. */
function nextActive(g: Graph): number {
  while (g.head !== g.tail) {
    const i = g.queue[g.head]!;
    g.head = g.head + 1 === g.queue.length ? 0 : g.head + 1;
    g.queued[i] = 0;
    if (g.parent[i] !== FREE) return i;
  }
  return -1;
}

function runCut(g: Graph): void {
  for (let i = 0; i < g.terminal.length; i++) {
    if (g.terminal[i] === 0) continue;
    g.sink[i] = g.terminal[i]! < 0 ? 1 : 0;
    g.parent[i] = TERMINAL;
    g.distance[i] = 1;
    activate(g, i);
  }
  let current = -1;
  for (;;) {
    const i = current >= 0 && g.parent[current] !== FREE ? current : nextActive(g);
    if (i < 0) return;
    current = i;
    const d = grow(g, i);
    g.time++;
    if (d < 0) {
      current = -1;
      continue;
    }
    augment(g, i, d);
    adoptOrphans(g);
  }
}

/** Extends the tree around pixel i; returns the direction in which it met the other tree, or −1. */
function grow(g: Graph, i: number): number {
  const { capacity, parent, sink, stamp, distance, offsets } = g;
  const mine = sink[i]!;
  for (let d = 0; d < DIRECTIONS; d++) {
    const j = i + offsets[d]!;
    const open = mine === 0 ? capacity[i * DIRECTIONS + d]! : capacity[j * DIRECTIONS + (d ^ 1)]!;
    if (open === 0) continue;
    if (parent[j] === FREE) {
      sink[j] = mine;
      parent[j] = d ^ 1;
      stamp[j] = stamp[i]!;
      distance[j] = distance[i]! + 1;
      activate(g, j);
    } else if (sink[j] !== mine) {
      return d;
    } else if (stamp[j]! <= stamp[i]! && distance[j]! > distance[i]!) {
      parent[j] = d ^ 1;
      stamp[j] = stamp[i]!;
      distance[j] = distance[i]! + 1;
    }
  }
  return -1;
}

/** Pushes the bottleneck along source → … → i → j → … → sink; pixels cut off become orphans. */
function augment(g: Graph, i: number, d: number): void {
  const j = i + g.offsets[d]!;
  const [from, to, arc] = g.sink[i] === 0 ? [i, j, i * DIRECTIONS + d] : [j, i, j * DIRECTIONS + (d ^ 1)];
  const back = to * DIRECTIONS + (g.sink[i] === 0 ? d ^ 1 : d);
  const flow = Math.min(g.capacity[arc]!, bottleneck(g, from, true), bottleneck(g, to, false));
  g.capacity[arc]! -= flow;
  g.capacity[back]! += flow;
  push(g, from, flow, true);
  push(g, to, flow, false);
}

function bottleneck(g: Graph, from: number, towardsSource: boolean): number {
  let i = from;
  let smallest = FAR;
  while (g.parent[i] !== TERMINAL) {
    const d = g.parent[i]!;
    const up = i + g.offsets[d]!;
    const open = towardsSource ? g.capacity[up * DIRECTIONS + (d ^ 1)]! : g.capacity[i * DIRECTIONS + d]!;
    if (open < smallest) smallest = open;
    i = up;
  }
  return Math.min(smallest, Math.abs(g.terminal[i]!));
}

function push(g: Graph, from: number, flow: number, towardsSource: boolean): void {
  let i = from;
  while (g.parent[i] !== TERMINAL) {
    const d = g.parent[i]!;
    const up = i + g.offsets[d]!;
    const down = up * DIRECTIONS + (d ^ 1);
    const rise = i * DIRECTIONS + d;
    g.capacity[down]! += towardsSource ? -flow : flow;
    g.capacity[rise]! += towardsSource ? flow : -flow;
    if ((towardsSource ? g.capacity[down] : g.capacity[rise]) === 0) orphan(g, i);
    i = up;
  }
  g.terminal[i]! += towardsSource ? -flow : flow;
  if (g.terminal[i] === 0) orphan(g, i);
}

function orphan(g: Graph, i: number): void {
  g.parent[i] = ORPHAN;
  g.orphans.push(i);
}

function adoptOrphans(g: Graph): void {
  for (let next = 0; next < g.orphans.length; next++) adopt(g, g.orphans[next]!);
  g.orphans.length = 0;
}

/** Gives the orphan the nearest neighbour that is still connected to its terminal as parent, or frees it. */
function adopt(g: Graph, i: number): void {
  const { capacity, parent, sink, offsets } = g;
  const mine = sink[i]!;
  let best = FREE;
  let nearest = FAR;
  for (let d = 0; d < DIRECTIONS; d++) {
    const j = i + offsets[d]!;
    const open = mine === 0 ? capacity[j * DIRECTIONS + (d ^ 1)]! : capacity[i * DIRECTIONS + d]!;
    if (open === 0 || parent[j] === FREE || sink[j] !== mine) continue;
    const depth = originDepth(g, j);
    if (depth >= nearest) continue;
    best = d;
    nearest = depth;
  }
  parent[i] = best;
  if (best !== FREE) {
    g.stamp[i] = g.time;
    g.distance[i] = nearest + 1;
    return;
  }
  release(g, i, mine);
}

/** Returns the steps from pixel j to its terminal, or FAR when the path ends in an orphan; stamps the path. */
function originDepth(g: Graph, from: number): number {
  const { parent, stamp, distance, offsets, time } = g;
  let depth = 0;
  let j = from;
  for (;;) {
    if (stamp[j] === time) {
      depth += distance[j]!;
      break;
    }
    const d = parent[j]!;
    if (d === ORPHAN || d === FREE) return FAR;
    depth++;
    if (d === TERMINAL) {
      stamp[j] = time;
      distance[j] = 1;
      break;
    }
    j += offsets[d]!;
  }
  for (let k = from, left = depth; stamp[k] !== time; k += offsets[parent[k]!]!) {
    stamp[k] = time;
    distance[k] = left--;
  }
  return depth;
}

function release(g: Graph, i: number, mine: number): void {
  const { capacity, parent, sink, offsets } = g;
  for (let d = 0; d < DIRECTIONS; d++) {
    const j = i + offsets[d]!;
    if (parent[j] === FREE || sink[j] !== mine) continue;
    const open = mine === 0 ? capacity[j * DIRECTIONS + (d ^ 1)]! : capacity[i * DIRECTIONS + d]!;
    if (open > 0) activate(g, j);
    const up = parent[j]!;
    if (up < DIRECTIONS && j + offsets[up]! === i) orphan(g, j);
  }
}
