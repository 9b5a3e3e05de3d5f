import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import sharp from 'sharp';
import { makePreview, maxPreviewBytes } from '../../../../api/mcp/preview.ts';

describe('the preview of a render', () => {
  const png = (width: number, height: number, pixels = Buffer.alloc(width * height * 3, 120)) =>
    sharp(pixels, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 1 })
      .toBuffer();

  it('is a JPEG with the size of a small image', async () => {
    const { format, width, height } = await sharp(
      (await makePreview(await png(640, 480), 'acc'))!,
    ).metadata();
    expect({ format, width, height }).to.deep.equal({ format: 'jpeg', width: 640, height: 480 });
  });

  it('is scaled down to what a model sees', async () => {
    const { width, height } = await sharp((await makePreview(await png(2048, 1024), 'acc'))!).metadata();
    expect({ width, height }).to.deep.equal({ width: 1536, height: 768 });
  });

  it('fits into 1 MB as base64, also of an image that hardly compresses', async () => {
    const noise = await png(2048, 2048, randomBytes(2048 * 2048 * 3));
    const preview = (await makePreview(noise, 'acc'))!;
    expect(preview.length).to.be.at.most(maxPreviewBytes);
    expect(preview.toString('base64').length).to.be.below(1_000_000);
  });
});
