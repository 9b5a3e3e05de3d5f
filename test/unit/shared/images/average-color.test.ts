import { expect } from 'chai';
import sharp from 'sharp';
import { averageColor } from '../../../../shared/images/average-color.ts';

const plain = (background: string, channels: 3 | 4 = 3) =>
  sharp({ create: { width: 40, height: 20, channels, background } }).png();

describe('the average color of an image', () => {
  it('is the color of a plain one', async () => {
    expect(await averageColor(await plain('#1a73e8').toBuffer())).to.equal('#1a73e8');
  });

  it('is the mean of its parts', async () => {
    const right = await plain('#ffffff').resize(20, 20).toBuffer();
    const both = await plain('#000000')
      .composite([{ input: right, left: 20, top: 0 }])
      .toBuffer();
    expect(await averageColor(both)).to.match(/^#(7f|80)(7f|80)(7f|80)$/);
  });

  it('counts what is transparent as white', async () => {
    expect(await averageColor(await plain('#ff000000', 4).toBuffer())).to.equal('#ffffff');
  });

  it('is grey for an image with one channel', async () => {
    expect(await averageColor(await plain('#404040').toColourspace('b-w').toBuffer())).to.equal('#404040');
  });
});
