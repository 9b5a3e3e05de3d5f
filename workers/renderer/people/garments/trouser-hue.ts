import { placeAt } from '../../pixels/points.ts';
import type { Frame } from '../body/body.ts';
import { isChest } from '../body/body-places.ts';
import type { Person } from '../body/read-person.ts';
import type { OldClothes } from './old-clothes.ts';

type Hue = readonly [number, number];

/**
 * Returns a test for the old trousers' hue as opposed to the top's; a leg in the other's shadow has the same hue.
 */
export function trouserHueTest(person: Person, frame: Frame, old: OldClothes): (i: number) => boolean {
  const { data, width } = person.small;
  const hue = (i: number): Hue => {
    const [r, g, b] = [data[i * 3]!, data[i * 3 + 1]!, data[i * 3 + 2]!];
    const light = (r + g + b) / 3 + 8;
    return [(r - g) / light, (g - b) / light];
  };
  const [worn, top] = [[] as number[], [] as number[]];
  for (let i = 0; i < old.plane.data.length; i++) {
    if (old.plane.data[i]! > 0.8) worn.push(i);
    else if (person.mask.data[i]! > 0.8 && isChest(placeAt(i, width, person.scale), frame)) top.push(i);
  }
  if (worn.length === 0) return () => false;
  const [own, above] = [meanHue(worn, hue), meanHue(top, hue)];
  return (i) => {
    const [w, c] = hue(i);
    const far = Math.hypot(w - own[0], c - own[1]);
    return far < 0.22 && (top.length === 0 || far < Math.hypot(w - above[0], c - above[1]) * 0.6);
  };
}

function meanHue(pixels: number[], hue: (i: number) => Hue): Hue {
  let [warm, cold] = [0, 0];
  for (const i of pixels) {
    const [w, c] = hue(i);
    warm += w;
    cold += c;
  }
  return [warm / pixels.length, cold / pixels.length];
}
