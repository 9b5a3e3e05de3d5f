import { withDecodeSlot } from './decode-slots.ts';
import { sharp, strict } from './sharp-setup.ts';

/** The image is measured as a square of this many pixels. */
const side = 32;
/** Of the pixels at the edges: what the image shows may touch some of them. */
const plainShare = 0.6;
/** Levels of 255 that a plain ground may vary by: shadows, and noise of JPEG. */
const plainSpread = 12;

/**
 * Returns the color of the plain ground around what an accepted image shows, `#rrggbb`: white for a cut-out; null where
 * the image reaches its edges.
 */
export async function groundColor(image: Buffer | string): Promise<string | null> {
  const { data, info } = await withDecodeSlot(() =>
    sharp(image, strict)
      .autoOrient()
      .toColourspace('srgb')
      .ensureAlpha()
      .resize(side, side, { fit: 'fill', kernel: 'linear' })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const pixels = Array.from({ length: side * side }, (_, at) => [
    ...data.subarray(at * info.channels, (at + 1) * info.channels),
  ]);
  const edge = pixels.filter((_, at) => isEdge(at));
  if (edge.some((levels) => levels.at(-1)! < 16)) return '#ffffff';
  const ground = edge[0]!.map((_, channel) => median(edge.map((levels) => levels[channel]!)));
  const isNear = (levels: number[]) =>
    levels.every((level, channel) => Math.abs(level - ground[channel]!) <= plainSpread);
  return edge.filter(isNear).length >= edge.length * plainShare ? toHex(ground) : null;
}

function isEdge(at: number): boolean {
  const [x, y] = [at % side, Math.floor(at / side)];
  return Math.min(x, y) === 0 || Math.max(x, y) === side - 1;
}

function median(levels: number[]): number {
  return levels.sort((one, other) => one - other)[levels.length >> 1]!;
}

/** Of grey, or of red, green and blue; then alpha, which is left out. */
function toHex(levels: number[]): string {
  const [red = 0, green = red, blue = red] = levels.slice(0, -1);
  return `#${[red, green, blue].map((level) => level.toString(16).padStart(2, '0')).join('')}`;
}
