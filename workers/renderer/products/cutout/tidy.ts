import { countSet, marked } from '../../pixels/arrays.ts';
import { labelComponents } from '../../pixels/components.ts';

/** Parts of the product below this share of its largest are specks, at the photo's edge below the other share: other things. */
const part = { share: 0.012, atEdge: 0.25 };
/** A gap in the product below this share of its size is gloss or print in the ground's colors. */
const speck = 0.002;

/** Cleans a raw mask: removes stray parts, and closes gaps that are no holes. */
export function tidy({ width, height }: { width: number; height: number }, raw: Uint8Array): Uint8Array {
  const mask = keepParts(raw, width, height);
  const gaps = labelComponents(
    marked(mask, (value) => value === 0),
    width,
    height,
    false,
  );
  const most = speck * countSet(mask);
  return marked(mask, (value, i) => value === 1 || gaps.size[gaps.label[i]!]! <= most);
}

/** Removes specks, and smaller things at the photo's edge beside a complete product. */
function keepParts(mask: Uint8Array, width: number, height: number): Uint8Array {
  const parts = labelComponents(mask, width, height);
  const largest = Math.max(0, ...parts.size);
  const main = parts.size.indexOf(largest);
  const keep = parts.size.map((size, p) => {
    const foreign = parts.touchesBorder[p] === true && parts.touchesBorder[main] !== true;
    return p > 0 && size >= (foreign ? part.atEdge : part.share) * largest;
  });
  return marked(mask, (_, i) => keep[parts.label[i]!] === true);
}
