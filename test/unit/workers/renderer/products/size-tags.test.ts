import { expect } from 'chai';
import {
  readDimensions,
  readSizeTag,
  type StatedSize,
} from '../../../../../workers/renderer/products/size-tags.ts';

const rows: [tag: string, size: StatedSize | undefined][] = [
  ['80 cm', { longestCm: 80 }],
  ['80cm', { longestCm: 80 }],
  ['120x80cm', { widthCm: 120, heightCm: 80 }],
  ['120 x 80 cm', { widthCm: 120, heightCm: 80 }],
  ['120cm × 80cm', { widthCm: 120, heightCm: 80 }],
  ['200 x 90 x 85 cm', { widthCm: 200, heightCm: 85 }],
  ['31"', { longestCm: 78.74 }],
  ['24"x36"', { widthCm: 60.96, heightCm: 91.44 }],
  ['1.8 m', { longestCm: 180 }],
  ['1,8 m', { longestCm: 180 }],
  ['450 mm', { longestCm: 45 }],
  ['height: 72 cm', { heightCm: 72 }],
  ['Höhe 72 cm', { heightCm: 72 }],
  ['Breite: 140 cm', { widthCm: 140 }],
  ['Ø 40 cm', { widthCm: 40 }],
  ['size 42', undefined],
  ['XL', undefined],
  ['pack of 6', undefined],
  ['2 items', undefined],
  ['100 ml', undefined],
  ['9000 cm', undefined],
  ['0.5 cm', undefined],
];

describe('dimensions', () => {
  for (const [dimensions, size] of [
    [
      { width: 80, height: 45, depth: 30, unit: 'cm' },
      { widthCm: 80, heightCm: 45, depthCm: 30 },
    ],
    [{ height: 10, unit: 'in' }, { heightCm: 25.4 }],
    [{ width: 80, height: 2000, unit: 'cm' }, { widthCm: 80 }],
    [{ depth: 30, unit: 'cm' }, undefined],
    [{ width: 1, unit: 'cm' }, undefined],
    [undefined, undefined],
  ] as const) {
    it(`reads ${JSON.stringify(dimensions)} as ${JSON.stringify(size) ?? 'no size'}`, () => {
      expect(readDimensions(dimensions)).to.deep.equal(size);
    });
  }
});

describe('size tags', () => {
  for (const [tag, size] of rows) {
    it(`reads ${JSON.stringify(tag)} as ${JSON.stringify(size) ?? 'no size'}`, () => {
      const found = readSizeTag([tag]);
      if (!size) expect(found).to.equal(undefined);
      else {
        expect(Object.keys(found ?? {})).to.have.members(Object.keys(size));
        for (const [side, cm] of Object.entries(size))
          expect(found![side as keyof StatedSize]).to.be.closeTo(cm, 0.01);
      }
    });
  }

  it('uses the first tag with a size', () => {
    expect(readSizeTag(['oak', '60 cm', '90 cm'])).to.deep.equal({ longestCm: 60 });
  });

  it('stays fast on malicious tags', () => {
    const nasty = `${'1'.repeat(5000)} x ${'1 x '.repeat(2000)}`;
    const start = process.cpuUsage().user;
    readSizeTag(Array.from({ length: 50 }, () => nasty));
    expect((process.cpuUsage().user - start) / 1000).to.be.below(2000);
  });
});
