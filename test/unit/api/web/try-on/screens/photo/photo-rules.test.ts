import { expect } from 'chai';
import { fitWithin, isHeic, toLuma } from '../../../../../../../api/web/try-on/screens/photo/photo-rules.ts';

describe('Photo rules', () => {
  it('scales the long side down and keeps the ratio', () => {
    expect(fitWithin({ width: 4032, height: 3024 }, 2048)).to.deep.equal({ width: 2048, height: 1536 });
    expect(fitWithin({ width: 3024, height: 4032 }, 2048)).to.deep.equal({ width: 1536, height: 2048 });
  });

  it('never enlarges, and never loses a side', () => {
    expect(fitWithin({ width: 800, height: 600 }, 2048)).to.deep.equal({ width: 800, height: 600 });
    expect(fitWithin({ width: 10_000, height: 2 }, 100)).to.deep.equal({ width: 100, height: 1 });
  });

  it('knows how bright each pixel is', () => {
    expect([...toLuma([255, 255, 255, 255, 0, 0, 0, 255, 255, 0, 0, 255])]).to.deep.equal([255, 0, 76]);
  });

  it('recognises HEIC by its type or its name', () => {
    expect(isHeic({ type: 'image/heic', name: 'a' })).to.equal(true);
    expect(isHeic({ type: '', name: 'IMG_1.HEIF' })).to.equal(true);
    expect(isHeic({ type: 'image/png', name: 'heic.png' })).to.equal(false);
  });
});
