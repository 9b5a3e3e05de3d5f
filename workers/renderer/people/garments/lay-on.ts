import type { Mesh } from '../../pixels/mesh.ts';
import { distance, midway, type Point, plus, unitVector } from '../../pixels/points.ts';
import type { Frame } from '../body/body.ts';
import type { FittedTop } from './fit-top.ts';
import type { TopShape } from './garment-shape.ts';

/**
 * Lays a garment on the body as it is: scaled and turned so that its shoulders are on those of the body, not warped. For
 * garments whose outline does not show how they are worn.
 */
export function layOn(shape: TopShape, frame: Frame, size: { width: number; height: number }): FittedTop {
  const [a, b] = frame.sides;
  const shoulders = [widened(a.shoulder, b.shoulder), widened(b.shoulder, a.shoulder)] as const;
  const hips = midway(a.hip, b.hip);
  const top = (shape.shoulders[0].y + shape.shoulders[1].y) / 2;
  const scale = distance(...shoulders) / Math.max(1, shape.width);
  const middle = { x: (shape.sides[0]!.left + shape.sides[0]!.right) / 2, y: top };
  const across = unitVector(...shoulders);
  const down = { x: -across.y, y: across.x };
  const start = plus(midway(...shoulders), down, -0.1 * frame.unit);
  const toBody = (p: Point): Point =>
    plus(plus(start, across, (p.x - middle.x) * scale), down, (p.y - middle.y) * scale);
  return {
    torso: grid(size, toBody),
    sleeves: [],
    reach: [0, 0],
    worn: [0, 0],
    shoulders: [shoulders[0], shoulders[1]],
    axis: unitVector(midway(...shoulders), hips),
    length: (shape.hem - top) * scale,
    long: false,
    open: false,
    laidOn: true,
    isLong: [false, false],
  };
}

/** A garment is a little wider than the distance of the shoulder joints. */
const widened = (shoulder: Point, other: Point): Point =>
  plus(shoulder, unitVector(other, shoulder), 0.12 * distance(shoulder, other));

/** Shares of the garment's width and height: the map is a similarity, so that few cells are enough; a margin hides old clothes. */
const shares = [-0.4, 0, 0.5, 1, 1.4];

function grid({ width, height }: { width: number; height: number }, toBody: (p: Point) => Point): Mesh {
  const source = shares.flatMap((y) => shares.map((x) => ({ x: x * width, y: y * height })));
  const isOwn = ({ x, y }: Point) => x >= 0 && x <= width && y >= 0 && y <= height;
  return {
    columns: shares.length,
    rows: shares.length,
    source,
    target: source.map(toBody),
    weight: source.map(() => 1),
    own: source.map((p) => (isOwn(p) ? 1 : 0)),
  };
}
