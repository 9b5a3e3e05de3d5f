import sharp from 'sharp';

const mostKept = 16;

/**
 * Paints a box into the middle of a scene, so that the output has the scene's aspect and is visibly
 * changed. Outputs are cached for the last scenes: a bench measures the platform, not this server's sharp.
 */
export function createScenePainter() {
  const kept = new Map<string, Promise<Buffer>>();
  return (scene: string): Promise<Buffer> => {
    const key = `${scene.length}:${scene.slice(-64)}`;
    const known = kept.get(key);
    if (known) return known;
    const painted = paint(decode(scene));
    kept.set(key, painted);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
    return painted;
  };
}

const decode = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

async function paint(scene: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(scene).metadata();
  const box = { width: Math.ceil(width / 3), height: Math.ceil(height / 3) };
  const input = { create: { ...box, channels: 3 as const, background: '#c0392b' } };
  return sharp(scene)
    .composite([{ input, gravity: 'centre' }])
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Returns a flat PNG of the given size, for outputs that must be rejected. */
export const flatPng = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#7f8c8d' } })
    .png()
    .toBuffer();
