import sharp from 'sharp';

/** Long side of the measured images: the maximum of the renderer. */
const longSide = 2048;

/** Returns the size of a scene at the maximum of the renderer, pixels. */
export async function measuredSize(scene: Buffer): Promise<{ width: number; height: number }> {
  const { width, height } = (await sharp(scene).metadata()).autoOrient;
  const scale = longSide / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
