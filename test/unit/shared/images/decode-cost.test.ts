import { expect } from 'chai';
import { checkDecodedBytes, decodedBytes } from '../../../../shared/images/decode-cost.ts';
import { ImageRejected } from '../../../../shared/images/image-rejected.ts';
import { inspectImage } from '../../../../shared/images/inspect.ts';
import * as make from './make-images.ts';

const photo = {
  width: 7000,
  height: 7000,
  channels: 3,
  depth: 'uchar',
  isProgressive: false,
  chromaSubsampling: '4:2:0',
} as const;
const png = { ...photo, chromaSubsampling: '' } as const;

const cases = [
  ['a photo of 49 megapixels', photo, true],
  ['the same, progressive', { ...photo, isProgressive: true }, true],
  ['the same with full chroma', { ...photo, isProgressive: true, chromaSubsampling: '4:4:4' }, false],
  ['a transparent PNG of 49 megapixels', { ...png, channels: 4 }, true],
  ['the same, interlaced', { ...png, channels: 4, isProgressive: true }, false],
  ['the same with 16 bits', { ...png, channels: 4, depth: 'ushort' }, false],
  ['an interlaced one of 25 megapixels', { ...png, height: 3500, channels: 4, isProgressive: true }, true],
  ['an interlaced PNG of 16 bits and 12 megapixels', interlaced16(4000, 3000), true],
  ['an interlaced PNG of 16 bits and 16 megapixels', interlaced16(4000, 4000), false],
] as const;

function interlaced16(width: number, height: number) {
  return { ...png, width, height, channels: 4, depth: 'ushort', isProgressive: true } as const;
}

describe('decode cost', () => {
  for (const [name, header, accepted] of cases) {
    it(`${accepted ? 'accepts' : 'refuses'} ${name}`, () => {
      const check = () => checkDecodedBytes(header);
      if (accepted) expect(check).not.to.throw();
      else expect(check).to.throw(ImageRejected).with.property('reason', 'too-costly');
    });
  }

  it('counts width × height × channels × bytes × passes', () => {
    expect(decodedBytes(interlaced16(4000, 3000))).to.equal(4000 * 3000 * 4 * 2 * 2);
  });

  it('is judged from the header: nothing of the image is decoded', async () => {
    const file = make.pngClaiming(7000, 7000, { depth: 16, colorType: 6, interlaced: true });
    const error = await inspectImage(file).catch((thrown: unknown) => thrown);
    expect((error as ImageRejected).reason).to.equal('too-costly');
    expect((error as ImageRejected).message)
      .to.contain('784 MB')
      .and.contain('interlaced');
  });
});
