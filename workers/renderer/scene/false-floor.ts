import { type Component, components } from '../pixels/components.ts';
import { deltaE, type LabImage } from '../pixels/lab.ts';

/** A connected part of the floor candidate and its measurements. */
interface Part {
  pixels: number[];
  box: Component['box'];
  color: number[];
  /** Share of its pixels that the backdrop, grown down from above, also covers. */
  backdropShare: number;
}

type FloorCheck = (part: Part, scene: { planes: LabImage; wall: number[] | undefined }) => boolean;

/**
 * A wall and a floor of one material still differ by this much (ΔE, lightness halved), as the floor is lit from
 * above; the more of a part the backdrop covers, the larger the difference may be.
 */
const wallDifference = 6;
/** ΔE between the two sides of a gap that is bridged. */
const maxBridged = 24;
/** Mean L below which a part is too dark to be recognised. */
const darkest = 14;

/** A wall that continues down to the lower edge: close-ups of tables, studio walls. */
const isWall: FloorCheck = ({ color, backdropShare }, { wall }) =>
  wall !== undefined && colorDistance(color, wall) < wallDifference * (1 + backdropShare);

/** Independent reasons to reject a part as floor. */
const floorChecks: FloorCheck[] = [
  isWall,
  // Furniture cut by the lower edge touches neither side; a floor reaches a side or fills half of the width.
  ({ box }, { planes: { width } }) =>
    box.width < width * (box.x > 1 && box.x + box.width < width - 1 ? 0.5 : 0.1),
  // Pools and sea.
  ({ color: [l = 0, a = 0, b = 0] }) => l > 60 && a < -12 && b < -8,
  // Black chairs, black curtains; even a black floor reflects some light.
  ({ color: [l = 0] }) => l < darkest,
];

/** Removes implausible parts from the floor mask; each connected part is tested separately. */
export function rejectFalseFloor(planes: LabImage, mask: Uint8Array, backdrop: Uint8Array): void {
  const { width, height } = planes;
  bridge(planes, mask);
  const scene = { planes, wall: upperColor(planes, backdrop) };
  const parts = components(mask, width, height).map(({ pixels, box }) => ({
    pixels,
    box,
    color: meanColor(planes, pixels),
    backdropShare: pixels.reduce((sum, i) => sum + backdrop[i]!, 0) / pixels.length,
  }));
  // Where a wall reaches the lower edge, the image has no floor at all.
  if (parts.some((part) => part.box.width > width * 0.12 && isWall(part, scene))) mask.fill(0);
  for (const part of parts) {
    if (floorChecks.some((fails) => fails(part, scene))) for (const i of part.pixels) mask[i] = 0;
  }
}

/**
 * Grass, fur and planks leave gaps of one or two columns that are floor as well; a gap between two colors is a
 * real edge.
 */
function bridge(planes: LabImage, mask: Uint8Array): void {
  const { width } = planes;
  for (let i = 0; i + 3 < mask.length; i++) {
    if (mask[i] === 0 || mask[i + 1] === 1 || i % width > width - 4) continue;
    const gap = mask[i + 2] === 1 ? 1 : mask[i + 3] === 1 ? 2 : 0;
    if (gap > 0 && deltaE(planes, i, i + gap + 1) < maxBridged) mask.fill(1, i + 1, i + 1 + gap);
  }
}

function upperColor(planes: LabImage, backdrop: Uint8Array): number[] | undefined {
  const upper: number[] = [];
  for (let i = 0; i < backdrop.length * 0.56; i++) if (backdrop[i] === 1) upper.push(i);
  return upper.length < backdrop.length * 0.04 ? undefined : meanColor(planes, upper);
}

const meanColor = ({ l, a, b }: LabImage, pixels: number[]): number[] =>
  [l, a, b].map((plane) => pixels.reduce((sum, i) => sum + plane[i]!, 0) / pixels.length);

/** Light changes a surface's lightness far more than its color. */
const colorDistance = (p: number[], q: number[]): number =>
  Math.hypot((p[0]! - q[0]!) * 0.5, p[1]! - q[1]!, p[2]! - q[2]!);
