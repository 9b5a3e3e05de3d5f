import type { Pixels } from '../../../../../../workers/renderer/pixels/pixels.ts';
import { drawing } from '../../drawing-sharp.ts';

/**
 * Garments for the legs laid flat as in shop photos: folds and seams drawn, a weave computed, on a transparent
 * background.
 */
async function flat(width: number, height: number, shapes: string): Promise<Pixels> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`;
  const { data, info } = await drawing(svg).raw().toBuffer({ resolveWithObject: true });
  for (let i = 0; i < info.width * info.height; i++) {
    const [x, y] = [i % info.width, Math.floor(i / info.width)];
    const weave = 1 + (((x + y) % 4) - 1.5) * 0.025 + Math.sin(x * 12.9898 + y * 78.233) * 0.03;
    for (let c = 0; c < 3; c++)
      data[i * 4 + c] = Math.max(0, Math.min(255, Math.round(data[i * 4 + c]! * weave)));
  }
  return { data, width: info.width, height: info.height };
}

const seam = (path: string, color = '#00000055', width = 2) =>
  `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}"/>`;
const fold = (path: string) => seam(path, '#ffffff30', 7) + seam(path, '#00000028', 3);

/** Long trousers, 400 × 900: waistband 130–270 at row 20, crotch at (200, 290), cuffs at row 880. */
export const trousersCutout = (fill = '#8a2f3c'): Promise<Pixels> =>
  flat(
    400,
    900,
    `<path d="M130 20 Q200 30 270 20 L292 140 L318 290 L366 878 L272 884 L204 292 L196 292 L128 884 L34 878 L82 290 L108 140Z" fill="${fill}"/>
    ${seam('M127 48 Q200 58 273 48')}${seam('M200 30 L200 285', '#00000066')}${seam('M118 56 Q130 100 106 122')}${seam('M282 56 Q270 100 294 122')}
    ${fold('M110 330 Q150 340 190 315')}${fold('M290 330 Q250 340 210 315')}${fold('M80 560 Q120 580 165 560')}${fold('M320 560 Q280 580 235 560')}
    ${fold('M120 320 L85 860')}${fold('M280 320 L315 860')}`,
  );

/** Shorts, 400 × 420: crotch at (200, 260), cuffs at row 400. */
export const shortsCutout = (fill = '#c8b070'): Promise<Pixels> =>
  flat(
    400,
    420,
    `<path d="M92 16 Q200 28 308 16 L336 150 L372 392 L216 402 L203 262 L197 262 L184 402 L28 392 L64 150Z" fill="${fill}"/>
    ${seam('M88 46 Q200 58 312 46')}${seam('M200 30 L200 255')}${seam('M30 374 L185 384')}${seam('M370 374 L215 384')}
    ${fold('M90 250 Q140 270 190 240')}${fold('M310 250 Q260 270 210 240')}`,
  );

/** A flared skirt, 460 × 360: waistband 150–310 at row 16, hem at row 330. */
export const skirtCutout = (fill = '#2f6a4c'): Promise<Pixels> =>
  flat(
    460,
    360,
    `<path d="M150 16 Q230 26 310 16 L340 120 L400 322 Q230 350 60 322 L120 120Z" fill="${fill}"/>
    ${seam('M146 44 Q230 54 314 44')}${fold('M180 60 L140 325')}${fold('M230 60 L226 332')}${fold('M280 60 L320 325')}`,
  );

/** Not a garment: a box from edge to edge. */
export const boxCutout = (): Promise<Pixels> =>
  flat(300, 400, '<rect x="4" y="4" width="292" height="392" fill="#775533"/>');
