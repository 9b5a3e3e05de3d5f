/** Output pixels unless a comment says otherwise. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Hard overlap test; rectangles that only touch do not overlap. `gap` widens both. */
export function overlap(a: Rect, b: Rect, gap = 0): boolean {
  return (
    a.x < b.x + b.width + gap &&
    b.x < a.x + a.width + gap &&
    a.y < b.y + b.height + gap &&
    b.y < a.y + a.height + gap
  );
}
