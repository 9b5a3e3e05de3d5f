import { expect } from 'chai';
import { coverHands } from '../../../../../../../workers/renderer/products/cutout/worn/cover-hands.ts';

describe('a hand in front of a garment', () => {
  it('is painted over with the cloth around it; all other pixels stay', () => {
    const [width, height, scale] = [120, 120, 2];
    const rgba = Buffer.alloc(width * height * 4);
    const isHand = (x: number, y: number): boolean => Math.hypot(x - 60, y - 60) < 14;
    for (let i = 0; i < width * height; i++) {
      const hand = isHand(i % width, Math.floor(i / width));
      rgba.set(hand ? [210, 150, 120, 255] : [30, 60 + (i % width) / 4, 140, 255], i * 4);
    }
    const hands = Uint8Array.from({ length: 60 * 60 }, (_, i) =>
      isHand((i % 60) * scale, Math.floor(i / 60) * scale) ? 1 : 0,
    );
    const before = Buffer.from(rgba);
    coverHands({ rgba, left: 0, top: 0, width, height }, hands, 60, scale);
    const at = (x: number, y: number): number[] => [
      ...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
    ];
    const [red, green, blue, alpha] = at(60, 60);
    expect(red).to.be.closeTo(30, 4);
    expect(green).to.be.closeTo(75, 6);
    expect(blue).to.be.closeTo(140, 4);
    expect(alpha).to.equal(255);
    expect(at(10, 10)).to.deep.equal([...before.subarray((10 * width + 10) * 4, (10 * width + 10) * 4 + 4)]);
  });
});
