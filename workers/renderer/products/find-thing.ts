import { boxAround } from '../pixels/rect.ts';
import type { Detect } from '../scene/things/detector.ts';
import type { ThingKind } from '../scene/things/thing.ts';
import type { FindThing } from './cutout/cut-product.ts';

/** The kinds of products that the detector sees as a whole, which what else the photo shows is cut off. */
export const seenWhole: Record<string, readonly ThingKind[]> = {
  sofa: ['couch', 'bench'],
  armchair: ['chair', 'couch'],
  chair: ['chair'],
  stool: ['chair'],
  'bar stool': ['chair'],
  bench: ['bench', 'couch'],
  bed: ['bed'],
};

/** The kinds that it sees in a room as well, though not each leaf or handle of them. */
const seen: Record<string, readonly ThingKind[]> = {
  ...seenWhole,
  'dining table': ['dining table'],
  'coffee table': ['dining table'],
  'side table': ['dining table'],
  desk: ['dining table'],
  bicycle: ['bicycle'],
  suitcase: ['suitcase'],
  planter: ['potted plant', 'vase'],
  'floor plant': ['potted plant'],
  'hanging plant': ['potted plant'],
  plant: ['potted plant'],
  vase: ['vase', 'bottle', 'potted plant'],
  mug: ['cup', 'bowl', 'wine glass'],
  bottle: ['bottle'],
  cosmetic: ['bottle'],
  jar: ['bottle', 'vase', 'bowl', 'cup'],
  'kitchen ware': ['bowl', 'cup', 'bottle', 'toaster'],
  clock: ['clock'],
  'table clock': ['clock'],
  television: ['tv'],
  laptop: ['laptop', 'tv'],
  book: ['book'],
  'hair dryer': ['hair drier'],
  'plush toy': ['teddy bear'],
  bag: ['handbag', 'suitcase', 'backpack'],
  'shoulder bag': ['handbag', 'backpack'],
};

/** Things of at least this share of the largest one's area belong to the product: a pair of chairs. */
const alike = 0.5;

/** Finds products of a kind by the detector; the box of all that are about as large as the largest. */
export const thingFinder =
  (kind: string, detect: Detect): FindThing =>
  async (photo, plain) => {
    const kinds = (plain ? seenWhole : seen)[kind];
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
