import type { Matte } from '../matte.ts';

/** Heights relative to the waist's width: the band, its seam, and the shade below the band. */
const band = { height: 0.1, seam: 0.01, shade: 0.04 };
/** Light lost in the seam and below it, and gained on the folded upper edge. */
const light = { seam: 0.36, shade: 0.18, fold: 0.1 };
/** With fewer rows added than this, in heights of the band, the photo showed most of a band already. */
const enough = 1.2;

/**
 * Draws a waistband on trousers whose top `added` rows (straight RGBA) were not in the photo: a seam with its shade and
 * a folded edge, in the cloth's colors. It has no button, because the photo shows none.
 */
export function drawWaistband({ rgba, width }: Matte, added: number): void {
  const waist = getWidth(rgba, width);
  const height = Math.round(waist * band.height);
  if (waist === 0 || added < height * enough) return;
  const seam = Math.max(1, waist * band.seam);
  const shade = Math.max(2, waist * band.shade);
  for (let y = 0; y < Math.min(added, height + seam + shade); y++) {
    const factor = factorAt(y + 0.5, { height, seam, shade });
    for (let i = y * width * 4; i < (y + 1) * width * 4; i += 4) {
      for (let c = 0; c < 3; c++) rgba[i + c] = Math.min(255, Math.round(rgba[i + c]! * factor));
    }
  }
}

/** Brightness factor of a row of the band; 1 leaves the cloth unchanged. */
function factorAt(
  y: number,
  { height, seam, shade }: { height: number; seam: number; shade: number },
): number {
  if (y < 2 * seam) return y < seam ? 1 - light.fold : 1 + light.fold;
  if (y < height) return 1 + light.fold * 0.4 * (1 - y / height);
  if (y < height + seam) return 1 - light.seam;
  return 1 - light.shade * Math.max(0, 1 - (y - height - seam) / shade);
}

/** Visible pixels of the top row. */
function getWidth(rgba: Buffer, width: number): number {
  let seen = 0;
  for (let x = 0; x < width; x++) if (rgba[x * 4 + 3]! > 127) seen++;
  return seen;
}
