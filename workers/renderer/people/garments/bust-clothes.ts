import { placeAt } from '../../pixels/points.ts';
import type { Head } from '../body/body.ts';
import { faceCoordinates } from '../body/body-places.ts';
import type { Person } from '../body/read-person.ts';
import type { OldClothes } from './old-clothes.ts';

/** The highest place of a collar, in heights of the head below the eyes. */
const collarFrom = 0.62;

/**
 * Marks everything below the chin of a portrait as old clothes, except skin: too little of the chest is in it to learn
 * their colors from.
 */
export function withBustClothes(old: OldClothes, { mask, scale }: Person, head: Head): OldClothes {
  const data = old.plane.data.map((share, i) => {
    const below = faceCoordinates(placeAt(i, mask.width, scale), head).down > collarFrom * head.height;
    return below && old.skin.data[i]! <= 0.5 ? mask.data[i]! : share;
  });
  return { ...old, plane: { ...old.plane, data } };
}
