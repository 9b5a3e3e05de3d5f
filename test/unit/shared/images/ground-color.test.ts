import { expect } from 'chai';
import sharp from 'sharp';
import { groundColor } from '../../../../shared/images/ground-color.ts';

const plain = (background: string) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background } }).png();

describe('the ground of an image', () => {
  const item = (width: number, height: number) =>
    plain('#802020').resize(width, height, { fit: 'fill' }).toBuffer();

  it('is the color around what it shows, also where that touches an edge', async () => {
    const sofa = await plain('#f4f1ec')
      .composite([{ input: await item(30, 12), left: 5, top: 8 }])
      .toBuffer();
    expect(await groundColor(sofa)).to.equal('#f4f1ec');
    expect(await groundColor('examples/catalog/hair-dryer-black.webp')).to.match(/^#f/);
  });

  it('is white around a cut-out', async () => {
    expect(await groundColor('examples/catalog/tote-red.webp')).to.equal('#ffffff');
  });

  it('is grey for an image with one channel', async () => {
    expect(await groundColor(await plain('#404040').toColourspace('b-w').toBuffer())).to.equal('#404040');
  });

  it('is none where the image reaches its edges', async () => {
    const half = await plain('#f4f1ec')
      .composite([{ input: await item(20, 20), left: 20, top: 0 }])
      .toBuffer();
    expect(await groundColor(half)).to.equal(null);
    expect(await groundColor('examples/models/room-lamp.jpg')).to.equal(null);
  });
});
