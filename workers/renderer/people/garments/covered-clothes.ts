import { marked } from '../../pixels/arrays.ts';
import { components } from '../../pixels/components.ts';
import { dilate, distanceTo, erode } from '../../pixels/distance.ts';
import type { Plane } from '../../pixels/plane.ts';
import { distance, fromSegment, midway, type Point, placeAt, shareAlong } from '../../pixels/points.ts';
import type { Frame, Side } from '../body/body.ts';
import { faceCoordinates } from '../body/body-places.ts';
import type { Person } from '../body/read-person.ts';
import type { FittedTop } from './fit-top.ts';
import { nearHand } from './occlusion.ts';
import type { OldClothes } from './old-clothes.ts';

/** Notches in an outline that are filled, shoulder widths: prints in the colors of the ground, not the space beside an arm. */
const notch = { half: 0.07, longest: 0.35 };
/** The place of a collar: above and below the line of the shoulders, and aside from its middle; shares of that line. */
const collar = { above: 0.25, below: 0.2, aside: 0.4 };
/** Minimum score of elbow and wrist for a sleeve over a bare arm. */
const minScore = 0.26;
/** Maximum distance from the bone of skin, and of other accessories on an arm; shoulder widths. */
const beside = { skin: 0.2, other: 0.08 };
/** The lower end of the face, heights of the head below the eyes. */
const chin = 0.6;

/** Fills the notches and holes of the person's outline. */
export function withoutNotches(person: Person, { unit }: Frame): Person {
  const { data, width, height } = person.mask;
  const size = unit * person.scale;
  const inside = marked(data, (share) => share > 0.5);
  const closed = erode(dilate(inside, width, height, notch.half * size), width, height, notch.half * size);
  const gaps = closed.map((value, i) => value & (1 - inside[i]!));
  const filled = data.slice();
  for (const { pixels, box } of components(gaps, width, height)) {
    if (Math.max(box.width, box.height) < notch.longest * size) for (const i of pixels) filled[i] = 1;
  }
  return { ...person, mask: { ...person.mask, data: filled } };
}

/** Old clothes with the filled notches beside them, and with the soft rim of the outline, which shows their color. */
export function withRim(old: OldClothes, seen: Person, filled: Person): OldClothes {
  const { data, width, height } = old.plane;
  const cloth = marked(data, (share) => share > 0.5);
  const near = distanceTo(cloth, width, height);
  const isNotch = (i: number) => seen.mask.data[i]! < 0.5 && filled.mask.data[i]! > 0.5 && near[i]! < 12;
  const isRim = (i: number) => filled.mask.data[i]! < 0.5 && near[i]! < 1.8;
  return withCloth(old, (i) => (isNotch(i) || isRim(i) ? 1 : 0));
}

/**
 * Marks what the new top hides as well, so that its cloth extends over it: the collar of the old clothes, which joints do
 * not show; and arms that it covers to the wrist, from edge to edge.
 */
export function withCovered(
  old: OldClothes,
  { mask, scale }: Person,
  frame: Frame,
  fitted: FittedTop,
  hair: Plane,
): OldClothes {
  const { head, unit } = frame;
  const isAtNeck = neckTest(fitted);
  const bottom = mask.height / scale;
  const arms = frame.sides.filter(
    ({ seen, wrist }, side) =>
      fitted.isLong[side] && Math.min(seen.elbow, wrist.y < bottom ? seen.wrist : 1) >= minScore,
  );
  return withCloth(old, (i) => {
    if (mask.data[i]! < 0.3) return 0;
    const at = placeAt(i, mask.width, scale);
    const isFace = head && faceCoordinates(at, head).down < chin * head.height;
    if (isFace || nearHand(at, frame)) return 0;
    const isSkin = old.skin.data[i]! > 0.5;
    const reach = (isSkin ? beside.skin : beside.other) * unit;
    const isCloth = !isSkin && hair.data[i]! < 0.5 && isAtNeck(at);
    return isCloth || arms.some((arm) => fromArm(at, arm) < reach) ? mask.data[i]! : 0;
  });
}

const withCloth = (old: OldClothes, share: (i: number) => number): OldClothes => ({
  ...old,
  plane: { ...old.plane, data: old.plane.data.map((own, i) => (own > 0.5 ? own : Math.max(own, share(i)))) },
});

/** The upper part of a standing collar stays visible, as it is worn over a jumper, and the shade below the chin as well. */
function neckTest({ shoulders, axis }: FittedTop): (at: Point) => boolean {
  const middle = midway(...shoulders);
  const span = distance(...shoulders);
  return (at) => {
    const down = ((at.x - middle.x) * axis.x + (at.y - middle.y) * axis.y) / span;
    const aside = Math.abs((at.y - middle.y) * axis.x - (at.x - middle.x) * axis.y) / span;
    const isInside = down > -Math.min(collar.above, aside * 1.1) && down < collar.below;
    return isInside && aside < collar.aside;
  };
}

/** Distance from an arm; infinite above the shoulder, where hair falls. */
const fromArm = (at: Point, { shoulder, elbow, wrist }: Side): number =>
  shareAlong(at, shoulder, elbow) > 0
    ? Math.min(fromSegment(at, shoulder, elbow), fromSegment(at, elbow, wrist))
    : Number.POSITIVE_INFINITY;
