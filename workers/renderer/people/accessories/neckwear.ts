import { type Corner, drawnAffine } from '../../pixels/affine.ts';
import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { sample } from '../../pixels/plane.ts';
import { midway, normal, type Point, plus } from '../../pixels/points.ts';
import type { Frame } from '../body/body.ts';
import { faceCoordinates } from '../body/body-places.ts';
import { fallingHair } from '../body/hair.ts';
import { getHand } from '../body/hand.ts';
import { outlineAcross } from '../body/outline.ts';
import type { Person } from '../body/read-person.ts';
import type { Worn } from '../garments/worn.ts';
import { type NeckShape, neckShape } from './neck-shape.ts';

/** Shoulder widths (36 cm): a neck, a bow, and the minimum and maximum of scarves and ties. */
const widths = { neck: 0.4, bow: 0.34, scarf: [0.7, 0.95], tie: [0.17, 0.28] } as const;
/** How far above the pit of the neck each kind begins; a tie's length as a share of the torso's. */
const above = { loop: 0.2, tie: 0.03, scarf: 0.27 };
const tieLength = 1;

/**
 * Puts a scarf, tie or necklace around the neck: below the chin, behind chin and falling hair, parallel to the
 * shoulders.
 */
export async function aboutNeck(
  cutout: Pixels,
  scene: Pixels,
  person: Person,
  frame: Frame,
): Promise<Worn | undefined> {
  const shape = await neckShape(cutout);
  const neck = getNeck(person, frame);
  const to = placeOn(shape, cutout, neck, frame);
  const from: Corner = [
    { x: 0, y: 0 },
    { x: cutout.width, y: 0 },
    { x: 0, y: cutout.height },
  ];
  const layer = await drawnAffine(cutout, from, to, scene);
  if (layer) eraseHidden(layer, shape, neck, scene, person, frame);
  return layer;
}

interface Neck {
  /** The point at which collars meet. */
  pit: Point;
  /** Unit vectors: to the image's right along the shoulders (with a reduced tilt), and down. */
  along: Point;
  down: Point;
}

function getNeck(person: Person, { sides: [a, b], unit, head }: Frame): Neck {
  const middle = midway(a.shoulder, b.shoulder);
  const tilt = normal({ x: b.shoulder.x - a.shoulder.x, y: (b.shoulder.y - a.shoulder.y) * 0.6 });
  const along = tilt.x > 0.5 ? tilt : { x: 1, y: 0 };
  const down = { x: -along.y, y: along.x };
  const pit = plus(middle, down, -unit * 0.06);
  // A turned head is in front of the middle of the shoulders; a low chin covers the neck.
  const minRow = head ? head.chin.y + head.eyeGap * 0.25 : Number.NEGATIVE_INFINITY;
  const below = { x: pit.x, y: Math.max(pit.y, minRow) };
  // The neck of a turned person is beside the middle of the shoulders.
  const seen = outlineAcross(person, plus(below, down, -0.14 * unit), along, 0.36 * unit);
  const bare = seen.width > 0.18 * unit && seen.width < 0.55 * unit;
  return { pit: plus(below, along, bare ? seen.offset : 0), along, down };
}

function placeOn(shape: NeckShape, { width, height }: Pixels, neck: Neck, { unit, torso }: Frame): Corner {
  const aspect = width / height;
  if (shape.kind === 'loop') {
    const wide = (widths.neck * unit) / (shape.right - shape.left);
    const middle = (shape.left + shape.right) / 2;
    return corner(neck, wide, wide / aspect, middle, -above.loop * unit - shape.top * (wide / aspect));
  }
  if (shape.kind === 'tie') {
    const wide = clamp(torso * tieLength * aspect, widths.tie[0] * unit, widths.tie[1] * unit);
    return corner(neck, wide, Math.min(wide / aspect, torso * 1.15), 0.5, -above.tie * unit);
  }
  if (shape.kind === 'bow') {
    const wide = widths.bow * unit;
    return corner(neck, wide, wide / aspect, 0.5, -wide / aspect / 2);
  }
  const wide = clamp(torso * 0.85 * aspect, widths.scarf[0] * unit, widths.scarf[1] * unit);
  return corner(neck, wide, Math.min(wide / aspect, torso * 0.95), 0.5, -above.scarf * unit);
}

/** `middle`: share of the width at the neck's middle; `from`: distance of the upper edge below the pit. */
function corner(
  { pit, along, down }: Neck,
  width: number,
  height: number,
  middle: number,
  from: number,
): Corner {
  const start = plus(plus(pit, along, -width * middle), down, from);
  return [start, plus(start, along, width), plus(start, down, height)];
}

/** Erases the parts hidden by chin, hair and hands and, for loops, by the neck. */
function eraseHidden(
  { rect, pixels: { data } }: Worn,
  shape: NeckShape,
  neck: Neck,
  scene: Pixels,
  person: Person,
  frame: Frame,
): void {
  const { head, unit } = frame;
  const hair = head && fallingHair(person, frame, head);
  const hands = frame.sides
    .filter(({ seen }) => seen.wrist >= 0.3)
    .map((side) => getHand(side, scene, person, frame));
  for (let i = 0; i < rect.width * rect.height; i++) {
    const o = i * 4 + 3;
    if (data[o] === 0) continue;
    const p = { x: rect.x + (i % rect.width) + 0.5, y: rect.y + Math.floor(i / rect.width) + 0.5 };
    let share = 1;
    if (head) {
      const { along, down } = faceCoordinates(p, head);
      const r = Math.hypot(along / (head.eyeGap * 1.25), (down - head.eyeGap * 0.5) / (head.eyeGap * 1.36));
      share = clamp((r - 1) * head.eyeGap * 0.6, 0, 1);
    }
    if (hair && share > 0) share *= 1 - sample(hair, p.x * person.scale - 0.5, p.y * person.scale - 0.5);
    if (share > 0 && hands.some(({ covers }) => covers(p))) share = 0;
    if (shape.kind === 'loop' && share > 0) {
      const [dx, dy] = [p.x - neck.pit.x, p.y - neck.pit.y];
      const aside = Math.abs(dx * neck.along.x + dy * neck.along.y);
      const under = dx * neck.down.x + dy * neck.down.y;
      if (under < -0.12 * unit && aside < widths.neck * 0.46 * unit) share = 0;
    }
    data[o] = Math.round(data[o]! * share);
  }
}
