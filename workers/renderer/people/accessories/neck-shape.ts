import { components } from '../../pixels/components.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { resizedCutout } from '../garments/resize-cutout.ts';

/**
 * What a thing for the neck is by its outline: a loop that goes around it (with the opening's box, in shares of
 * the photo), a tie that hangs from it, a bow before it, or a scarf that lies on it.
 */
export type NeckShape =
  | { kind: 'loop'; left: number; right: number; top: number; bottom: number }
  | { kind: 'tie' | 'bow' | 'scarf' };

const gridSide = 160;
/** Width by height: ties are narrow, bows are wide. */
const aspects = { tie: 0.4, bow: 1.5 };
/** An opening takes this share of the photo's box, of its width and of its height: the notch of a bow is flatter. */
const opening = { area: 0.12, width: 0.35, height: 0.42 };

/** Reads the outline of a cut-out (straight RGBA, its own box). */
export async function neckShape(cutout: Pixels): Promise<NeckShape> {
  const small = await resizedCutout(cutout, Math.min(1, gridSide / Math.max(cutout.width, cutout.height)));
  const { width, height } = small;
  const gap = openingOf(small);
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

/** The largest see-through part that is closed, or open at the top alone as necklaces are. */
function openingOf({ data, width, height }: Pixels) {
  const clear = new Uint8Array(width * height).map((_, i) => (data[i * 4 + 3]! < 100 ? 1 : 0));
  // Beside the thing on the left, right and below is outside; above its middle may be the opening.
  const outside = components(clear, width, height).filter(
    ({ box }) => box.x > 0 && box.x + box.width < width && box.y + box.height < height,
  );
  const [largest] = outside.sort((p, q) => q.area - p.area);
  const large =
    largest && largest.box.width > width * opening.width && largest.box.height > height * opening.height;
  return large && largest.area > width * height * opening.area ? largest.box : undefined;
}
