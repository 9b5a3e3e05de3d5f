/** Connected parts of a mask: `label` 1…count per pixel (0 outside) and size per label. */
export interface Components {
  count: number;
  label: Int32Array;
  /** Indexed by label; entry 0 is unused. */
  size: number[];
  touchesBorder: boolean[];
}

/** Labels the parts of `mask` (non-zero pixels), joined over sides and, if `diagonal`, corners. */
export function components(mask: Uint8Array, width: number, height: number, diagonal = true): Components {
  const label = new Int32Array(mask.length);
  const stack = new Int32Array(mask.length);
  const size = [0];
  const touchesBorder = [false];
  let top = 0;
  let current = 0;
  const visit = (i: number) => {
    if (!mask[i] || label[i]) return;
    label[i] = current;
    stack[top++] = i;
  };
  for (let start = 0; start < mask.length; start++) {
    if (!mask[start] || label[start]) continue;
    current++;
    size.push(0);
    touchesBorder.push(false);
    visit(start);
    while (top > 0) {
      const i = stack[--top]!;
      const x = i % width;
      size[current]!++;
      const left = x > 0;
      const right = x < width - 1;
      const up = i >= width;
      const down = i < width * (height - 1);
      if (!left || !right || !up || !down) touchesBorder[current] = true;
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
  }
  return { count: current, label, size, touchesBorder };
}

export function countSet(mask: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < mask.length; i++) if (mask[i]) count++;
  return count;
}
