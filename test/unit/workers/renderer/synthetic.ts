import sharp from 'sharp';
import type { Pixels } from '../../../../workers/renderer/pixels/pixels.ts';
import { drawing } from './drawing-sharp.ts';

/** A plain room: light wall, darker floor from 62 % of the height, and optionally a sofa-like block. */
export async function room(width: number, height: number, furniture = false): Promise<Buffer> {
  const floorTop = Math.round(height * 0.62);
  const sofa = furniture
    ? `<rect x="${width * 0.25}" y="${height * 0.45}" width="${width * 0.5}" height="${height * 0.33}" rx="12" fill="#7d4f33"/>`
    : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="wall"><stop offset="0" stop-color="#e4e0d8"/><stop offset="1" stop-color="#c4c0b6"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#wall)"/>
    <rect y="${floorTop}" width="100%" height="${height - floorTop}" fill="#8a6a4a"/>${sofa}</svg>`;
  return drawing(svg).removeAlpha().png().toBuffer();
}

export async function roomPixels(width: number, height: number, furniture = false): Promise<Pixels> {
  const { data, info } = await sharp(await room(width, height, furniture))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A product photo with a transparent background: a rounded block of one color with margins. */
export async function block(width: number, height: number, fill = '#b03030'): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 80}" height="${height + 80}">
    <rect x="40" y="40" width="${width}" height="${height}" rx="10" fill="${fill}"/></svg>`;
  return drawing(svg).png().toBuffer();
}

/** RGB bytes of an encoded image. */
export async function rgb(image: Buffer, width: number, height: number): Promise<Buffer> {
  return sharp(image)
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .removeAlpha()
    .raw()
    .toBuffer();
}
