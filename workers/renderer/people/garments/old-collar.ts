import { marked } from '../../pixels/arrays.ts';
import { components } from '../../pixels/components.ts';
import { toLab } from '../../pixels/lab.ts';
import { fitMixture, logLikelihood } from '../../pixels/mixture.ts';
import { distance, midway, type Point, placeAt } from '../../pixels/points.ts';
import type { Frame } from '../body/body.ts';
import { faceCoordinates } from '../body/body-places.ts';
import { fallingHair } from '../body/hair.ts';
import type { Person } from '../body/read-person.ts';
import type { FittedTop } from './fit-top.ts';
import { nearHand } from './occlusion.ts';
import { alignToEdges, type OldClothes } from './old-clothes.ts';

/** The place of a collar: above and below the line of the shoulders, and aside from its middle; shares of that line. */
const reach = { above: 0.55, below: 0.2, aside: 0.4 };
/** Share of a collar that is there at least: hair and straps continue further down. */
const mostOf = 0.75;
/** Smallest area of a bare neck, squares of the shoulder width: prints have the color of skin as well. */
const smallestNeck = 0.012;
/** Number of colors of the clothes, and the minimum log likelihood of one of them. */
const colors = { count: 5, least: -15 };

/**
 * Marks the collar of the old clothes, which joints do not show: what touches them at the neck and is neither skin nor
 * hair, so that the new cloth extends over it.
 */
export function withCollar(old: OldClothes, person: Person, frame: Frame, top: FittedTop): OldClothes {
  const { mask, scale } = person;
  const { width, height } = mask;
  const cloth = old.plane.data;
  const isAtNeck = neckTest(top);
  const neck = largeSkin(old, smallestNeck * (distance(...top.shoulders) * scale) ** 2);
  const isKind = collarTest(old, person, frame);
  const other = marked(mask.data, (share, i) => {
    if (share <= 0.5 || cloth[i]! > 0.5 || neck[i] === 1 || !isKind(i)) return false;
    const at = placeAt(i, width, scale);
    const isBelowFace = !frame.head || faceCoordinates(at, frame.head).down > frame.head.height * 0.6;
    return isBelowFace && !nearHand(at, frame);
  });
  const data = cloth.slice();
  const isCloth = (i: number) => (cloth[i] ?? 0) > 0.5;
  for (const { pixels, area } of components(other, width, height)) {
    const inside = pixels.filter((i) => isAtNeck(placeAt(i, width, scale)));
    // A beard and the shade below a chin do not touch the clothes.
    const touches = inside.some((i) => [i - 1, i + 1, i - width, i + width].some(isCloth));
    if (touches && inside.length > mostOf * area) for (const i of inside) data[i] = 1;
  }
  return { ...alignToEdges(person, { ...old.plane, data }), skin: old.skin };
}

function neckTest({ shoulders, axis }: FittedTop): (at: Point) => boolean {
  const middle = midway(...shoulders);
  const span = distance(...shoulders);
  return (at) => {
    const down = ((at.x - middle.x) * axis.x + (at.y - middle.y) * axis.y) / span;
    const aside = ((at.y - middle.y) * axis.x - (at.x - middle.x) * axis.y) / span;
    return down > -reach.above && down < reach.below && Math.abs(aside) < reach.aside;
  };
}

/** Bare skin in pieces of an area (pixels of the mask) at least. */
function largeSkin({ skin, plane }: OldClothes, least: number): Uint8Array {
  const { width, height } = plane;
  const large = new Uint8Array(width * height);
  const bare = marked(skin.data, (share, i) => share > 0.5 && plane.data[i]! <= 0.5);
  for (const { pixels, area } of components(bare, width, height))
    if (area >= least) for (const i of pixels) large[i] = 1;
  return large;
}

/** Tells a collar from hair: without a face, by the colors of the clothes alone. */
function collarTest({ plane }: OldClothes, person: Person, frame: Frame): (i: number) => boolean {
  const { width, height } = plane;
  if (frame.head) {
    const hair = fallingHair(person, frame, frame.head).data;
    return (i) => hair[i] === 0;
  }
  const image = toLab(person.small.data, width, height, 3);
  const cloth = fitMixture(
    image,
    marked(plane.data, (share) => share > 0.9),
    colors.count,
  );
  const { l, a, b } = image;
  return (i) => cloth !== undefined && logLikelihood(cloth, l[i]!, a[i]!, b[i]!) > colors.least;
}
