import { softBlur } from '../blur.ts';
import type { Shadow } from '../shadow.ts';
import type { Corner } from './affine.ts';
import { between, fromSegment } from './points.ts';

/** Pixels a cell of the shadow's grid: it is soft. */
const cell = 4;
/** Light lost right at a sole, and around it. */
const style = { near: 0.55, far: 0.3 };

/** The dim line where soles (heel, toe in scene pixels) touch the ground; `unit`: pixels of a shoulder width. */
export function soleShadow(corners: Corner[], unit: number): Shadow {
  // Toes and heels are round and stand off the ground a little.
  const soles = corners.map(([heel, toe]) => [between(heel, toe, 0.08), between(heel, toe, 0.84)] as const);
  const points = soles.flat();
  const pad = unit * 0.16;
  const x = Math.floor(Math.min(...points.map((p) => p.x)) - pad);
  const y = Math.floor(Math.min(...points.map((p) => p.y)) - pad);
  const width = Math.ceil((Math.max(...points.map((p) => p.x)) + pad - x) / cell);
  const height = Math.ceil((Math.max(...points.map((p) => p.y)) + pad - y) / cell);
  const line = (thick: number): Float32Array =>
    new Float32Array(width * height).map((_, i) => {
      const at = { x: x + ((i % width) + 0.5) * cell, y: y + (Math.floor(i / width) + 0.5) * cell };
      const near = Math.min(...soles.map(([heel, toe]) => fromSegment(at, heel, toe)));
      return near < unit * thick ? 1 : 0;
    });
  const blurred = (thick: number, radius: number) =>
    softBlur({ data: line(thick), width, height }, Math.max(1, (unit * radius) / cell)).data;
  const [near, far] = [blurred(0.03, 0.012), blurred(0.06, 0.035)];
  const lost = near.map((share, i) => 1 - (1 - share * style.near) * (1 - far[i]! * style.far));
  return { rect: { x, y, width: width * cell, height: height * cell }, plane: { data: lost, width, height } };
}
