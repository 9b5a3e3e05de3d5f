import type { Matte } from '../matte.ts';

/** Heights in widths of the waist: the band, its seam, and the shade of the band's lower edge on the cloth. */
const band = { height: 0.1, seam: 0.01, shade: 0.04 };
/** Light lost in the seam and below it, and won on the folded upper edge. */
const light = { seam: 0.36, shade: 0.18, fold: 0.1 };
/** With fewer rows added than this of its height, most of a band was to be seen in the photo. */
const enough = 1.2;

/**
 * Sews a band to the waist of trousers whose uppermost `added` rows (straight RGBA) were not in the photo: a seam with
 * its shade and a folded edge, in the cloth that is there. Without a button, for none was seen.
 */
export function sewWaistband({ rgba, width }: Matte, added: number): void {
  const waist = widthOf(rgba, width);
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

/** Light on a row of the band, 1 where it is the cloth's own. */
function factorAt(
  y: number,
  { height, seam, shade }: { height: number; seam: number; shade: number },
): number {
  if (y < 2 * seam) return y < seam ? 1 - light.fold : 1 + light.fold;
  if (y < height) return 1 + light.fold * 0.4 * (1 - y / height);
  if (y < height + seam) return 1 - light.seam;
  return 1 - light.shade * Math.max(0, 1 - (y - height - seam) / shade);
}

/** Visible pixels of the uppermost row. */
function widthOf(rgba: Buffer, width: number): number {
  let seen = 0;
  for (let x = 0; x < width; x++) if (rgba[x * 4 + 3]! > 127) seen++;
  return seen;
}
