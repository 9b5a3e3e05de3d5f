import type { Sharp } from 'sharp';
import { openImage, sharp } from './sharp-setup.ts';

/** Opaque 8-bit sRGB, three bytes a pixel. */
export interface GridPixels {
  data: Buffer;
  width: number;
  height: number;
}

/** Cells on each side of the small images that are compared; a cell is 32 px of a 2048 px image. */
const GRID = 64;
const ROW = GRID * 3;

/** Levels of 255. An image whose cells all lie within this range, in each channel, is blank. */
const BLANK_RANGE = 6;

/**
 * Levels of 255 by which one cell must differ for an image to be another one. It is the cell that differs
 * most, not the mean: sunglasses on a full figure cover two cells and move the mean by 0.05. Measured
 * on 28 photos: JPEG at quality 40, WebP at 60 and sharpening move no cell by more than 3.7; a grey
 * square of 1.5 % of the long side moves one by 6.3 at least, one of 6 % by 36.
 */
const CHANGED = 5;

/**
 * Decodes the whole image, stretched to `size` if one is given.
 * @throws whatever sharp throws on broken data.
 */
export async function decodePixels(
  image: Buffer,
  size?: { width: number; height: number },
): Promise<GridPixels> {
  const upright = openImage(image).autoOrient().flatten({ background: '#fff' });
  const sized = size ? upright.resize(size.width, size.height, { fit: 'fill' }) : upright;
  const { data, info } = await sized.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Returns the mean color of the cells of decoded pixels. */
export function reduceToGrid({ data, width, height }: GridPixels): Promise<Buffer> {
  return toGrid(sharp(data, { raw: { width, height, channels: 3 } }));
}

/**
 * Returns the mean color of the cells of an upright image, decoded to its end but never kept as pixels. Cutting
 * out all of it keeps the decoder from shrinking: the same image as JPEG and PNG would then differ by
 * up to 51 levels in a cell. @throws whatever sharp throws on broken data.
 */
export async function gridOfImage(image: Buffer): Promise<Buffer> {
  const { width, height } = await openImage(image).metadata();
  const whole = openImage(image).extract({ left: 0, top: 0, width, height });
  return toGrid(whole.flatten({ background: '#fff' }).toColourspace('srgb'));
}

function toGrid(image: Sharp): Promise<Buffer> {
  return image.resize(GRID, GRID, { fit: 'fill', kernel: 'linear' }).raw().toBuffer();
}

export function isBlank(grid: Buffer): boolean {
  const low = [255, 255, 255];
  const high = [0, 0, 0];
  for (let at = 0; at < grid.length; at++) {
    const level = grid[at]!;
    const channel = at % 3;
    if (level < low[channel]!) low[channel] = level;
    if (level > high[channel]!) high[channel] = level;
  }
  return high.every((level, channel) => level - low[channel]! <= BLANK_RANGE);
}

/** Measures by how much a level exceeds the range of the cells around `at` in its channel; `slack` cells each way. */
function distance(level: number, grid: Buffer, at: number, slack: number): number {
  const column = Math.floor((at % ROW) / 3);
  const row = Math.floor(at / ROW);
  let low = 255;
  let high = 0;
  for (let y = Math.max(0, row - slack); y <= Math.min(GRID - 1, row + slack); y++) {
    for (let x = Math.max(0, column - slack); x <= Math.min(GRID - 1, column + slack); x++) {
      const near = grid[y * ROW + x * 3 + (at % 3)]!;
      if (near < low) low = near;
      if (near > high) high = near;
    }
  }
  return Math.max(0, low - level, level - high);
}

/** Returns the cell that differs most, as the mean of its channels in levels of 255. */
function greatestDifference(grid: Buffer, other: Buffer, slack: 0 | 1): number {
  let greatest = 0;
  for (let at = 0; at < grid.length; at += 3) {
    const sum =
      distance(grid[at]!, other, at, slack) +
      distance(grid[at + 1]!, other, at + 1, slack) +
      distance(grid[at + 2]!, other, at + 2, slack);
    if (sum > greatest) greatest = sum;
  }
  return greatest / 3;
}

/**
 * Returns true if an image shows nothing that the other does not. With `slack` 1 a cell may also look like the
 * other's neighbouring cells: scaling moves edges by half a pixel, which is 18 levels in a sharp photo.
 * Then a product of 4 % of the long side still shows, and most scenes halved and doubled do not.
 */
export function isSameImage(grid: Buffer, other: Buffer, slack: 0 | 1): boolean {
  return greatestDifference(grid, other, slack) < CHANGED;
}
