import type { Rect } from './rect.ts';

/** One connected part of a mask. */
export interface Component {
  /** Pixel indices. */
  pixels: number[];
  area: number;
  box: Rect;
}

/** All connected parts of a mask: `label` 1…count per pixel (0 outside) and figures per label. */
export interface LabelledComponents {
  count: number;
  label: Int32Array;
  /** Indexed by label; entry 0 is unused. */
  size: number[];
  touchesBorder: boolean[];
}

/** 4-connected components of the non-zero pixels, in reading order of their first pixel. */
export function components(mask: Uint8Array, width: number, height: number): Component[] {
  const { size, order } = flood(mask, width, height, false);
  const found: Component[] = [];
  let from = 0;
  for (const area of size.slice(1)) {
    const pixels = Array.from(order.subarray(from, from + area));
    found.push({ pixels, area, box: getBox(pixels, width) });
    from += area;
  }
  return found;
}

/** The same as labels per pixel; `diagonal` joins pixels that touch at a corner as well. */
export function labelComponents(
  mask: Uint8Array,
  width: number,
  height: number,
  diagonal = true,
): LabelledComponents {
  const { order: _, ...labelled } = flood(mask, width, height, diagonal);
  return labelled;
}

/** `order` lists the pixels of all components one after the other, each component from its first pixel outwards. */
function flood(
  mask: Uint8Array,
  width: number,
  height: number,
  diagonal: boolean,
): LabelledComponents & { order: Int32Array } {
  const label = new Int32Array(mask.length);
  const order = new Int32Array(mask.length);
  const size = [0];
  const touchesBorder = [false];
  let [head, tail, current] = [0, 0, 0];
  const visit = (i: number) => {
    if (mask[i] === 0 || label[i] !== 0) return;
    label[i] = current;
    order[tail++] = i;
  };
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] === 0 || label[start] !== 0) continue;
    current++;
    let atBorder = false;
    visit(start);
    const first = head;
    for (; head < tail; head++) {
      const i = order[head]!;
      const x = i % width;
      const left = x > 0;
      const right = x < width - 1;
      const up = i >= width;
      const down = i < width * (height - 1);
      if (!left || !right || !up || !down) atBorder = true;
      if (left) visit(i - 1);
      if (right) visit(i + 1);
      if (up) visit(i - width);
      if (down) visit(i + width);
      if (!diagonal) continue;
      if (left && up) visit(i - width - 1);
      if (right && up) visit(i - width + 1);
      if (left && down) visit(i + width - 1);
      if (right && down) visit(i + width + 1);
    }
    size.push(tail - first);
    touchesBorder.push(atBorder);
  }
  return { count: current, label, size, touchesBorder, order };
}

function getBox(pixels: number[], width: number): Rect {
  let [left, right, top, bottom] = [width, 0, Number.POSITIVE_INFINITY, 0];
  for (const i of pixels) {
    const y = Math.floor(i / width);
    [left, right] = [Math.min(left, i % width), Math.max(right, i % width)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
