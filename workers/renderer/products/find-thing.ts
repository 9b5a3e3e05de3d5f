import { boxAround } from '../pixels/rect.ts';
import type { Detect } from '../scene/things/detector.ts';
import type { ThingKind } from '../scene/things/thing.ts';
import type { FindThing } from './cutout/cut-product.ts';

/** The kinds of furniture that the detector sees as a whole, which what else the photo shows is cut off. */
export const seenWhole: Record<string, readonly ThingKind[]> = {
  sofa: ['couch', 'bench'],
  armchair: ['chair', 'couch'],
  chair: ['chair'],
  stool: ['chair'],
  'bar stool': ['chair'],
  bench: ['bench', 'couch'],
  bed: ['bed'],
};

/** Things of at least this share of the largest one's area belong to the product: a pair of chairs. */
const alike = 0.5;

/** Finds products of a kind by the detector; the box of all that are about as large as the largest. */
export const thingFinder =
  (kind: string, detect: Detect): FindThing =>
  async (photo) => {
    const kinds = seenWhole[kind];
    if (!kinds) return undefined;
    const things = (await detect(photo)).filter((thing) => kinds.includes(thing.kind));
    const area = ({ rect }: (typeof things)[number]) => rect.width * rect.height;
    const largest = Math.max(0, ...things.map(area));
    const corners = things
      .filter((thing) => area(thing) >= alike * largest)
      .flatMap(({ rect: { x, y, width, height } }) => [
        { x, y },
        { x: x + width, y: y + height },
      ]);
    return corners.length > 0 ? boxAround(corners, photo) : undefined;
  };
