import { components } from '../../pixels/components.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { resizedCutout } from '../../pixels/resize-cutout.ts';

/**
 * The kind of a neck accessory from its outline: a loop around the neck (with the opening's box, in shares of the
 * photo), a tie, a bow, or a scarf.
 */
export type NeckShape =
  | { kind: 'loop'; left: number; right: number; top: number; bottom: number }
  | { kind: 'tie' | 'bow' | 'scarf' };

const gridSide = 160;
/** Width / height: ties are narrower, bows are wider. */
const aspects = { tie: 0.4, bow: 1.5 };
/** Minimum shares of an opening in the photo's area, width and height: the notch of a bow is flatter. */
const opening = { area: 0.12, width: 0.35, height: 0.42 };

/** Reads the outline of a cut-out (straight RGBA, its own box). */
export async function neckShape(cutout: Pixels): Promise<NeckShape> {
  const small = await resizedCutout(cutout, Math.min(1, gridSide / Math.max(cutout.width, cutout.height)));
  const { width, height } = small;
  const gap = getOpening(small);
  if (gap) {
    return {
      kind: 'loop',
      left: gap.x / width,
      right: (gap.x + gap.width) / width,
      top: gap.y / height,
      bottom: (gap.y + gap.height) / height,
    };
  }
  const aspect = width / height;
  return { kind: aspect < aspects.tie ? 'tie' : aspect > aspects.bow ? 'bow' : 'scarf' };
}

/** The largest transparent part that is closed, or open only at the top as in necklaces. */
function getOpening({ data, width, height }: Pixels) {
  const clear = new Uint8Array(width * height).map((_, i) => (data[i * 4 + 3]! < 100 ? 1 : 0));
  // Transparent parts that touch the left, right or lower edge are outside; one at the upper edge may be the
  // opening.
  const openings = components(clear, width, height).filter(
    ({ box }) => box.x > 0 && box.x + box.width < width && box.y + box.height < height,
  );
  const [largest] = openings.sort((p, q) => q.area - p.area);
  const large =
    largest && largest.box.width > width * opening.width && largest.box.height > height * opening.height;
  return large && largest.area > width * height * opening.area ? largest.box : undefined;
}
