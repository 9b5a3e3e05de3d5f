import type { Shadow } from '../../compose/shadow.ts';
import { softBlur } from '../../pixels/blur.ts';
import type { Layer } from '../../pixels/layer.ts';
import { fromSegment, type Point } from '../../pixels/points.ts';

/** Pixels per cell of the shadow's grid, which can be coarse because the shadow is soft. */
const cell = 4;
/** Share of light lost directly at a sole, and around it. */
const style = { near: 0.55, far: 0.3 };

/** Ends of the sole as shares of a shoe's width: its tips are round and slightly above the ground. */
const ends = [0.12, 0.86] as const;

/** Finds the line on which the sole of a drawn shoe touches the ground: photographed from above, its lower edge is not horizontal. */
export function getSole({ rect, pixels: { data, width, height } }: Layer): readonly [Point, Point] {
  const lowest = (column: number): number => {
    for (let y = height - 1; y > 0; y--) if (data[(y * width + column) * 4 + 3]! > 127) return y + 1;
    return height;
  };
  const at = (share: number): Point => {
    const column = Math.round(share * (width - 1));
    return { x: rect.x + column + 0.5, y: rect.y + lowest(column) };
  };
  return [at(ends[0]), at(ends[1])];
}

/** The contact shadow where soles touch the ground (scene pixels); `unit`: pixels of a shoulder width. */
export function soleShadow(soles: (readonly [Point, Point])[], unit: number): Shadow {
  const points = soles.flat();
  const pad = unit * 0.16;
  const x = Math.floor(Math.min(...points.map((p) => p.x)) - pad);
  const y = Math.floor(Math.min(...points.map((p) => p.y)) - pad);
  const width = Math.ceil((Math.max(...points.map((p) => p.x)) + pad - x) / cell);
  const height = Math.ceil((Math.max(...points.map((p) => p.y)) + pad - y) / cell);
  const line = (thick: number): Float32Array =>
    new Float32Array(width * height).map((_, i) => {
      const at = { x: x + ((i % width) + 0.5) * cell, y: y + (Math.floor(i / width) + 0.5) * cell };
      const near = Math.min(...soles.map(([left, right]) => fromSegment(at, left, right)));
      return near < unit * thick ? 1 : 0;
    });
  const blurred = (thick: number, radius: number) =>
    softBlur({ data: line(thick), width, height }, Math.max(1, (unit * radius) / cell)).data;
  const [near, far] = [blurred(0.03, 0.012), blurred(0.06, 0.035)];
  const lost = near.map((share, i) => 1 - (1 - share * style.near) * (1 - far[i]! * style.far));
  return { rect: { x, y, width: width * cell, height: height * cell }, plane: { data: lost, width, height } };
}
