import { expect } from 'chai';
import type { Network } from '../../../../../../workers/networks/network.ts';
import { closeView } from '../../../../../../workers/renderer/people/body/close-view.ts';
import { findMask } from '../../../../../../workers/renderer/people/body/mask.ts';
import type { Pixels } from '../../../../../../workers/renderer/pixels/pixels.ts';

/** A scene whose bytes encode their position. */
function scene(width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    data[i * 3] = (i % width) & 255;
    data[i * 3 + 1] = Math.floor(i / width) & 255;
  }
  return { data, width, height };
}

/** Detects a person in a fixed part of every input; shares of its width and height. */
const seeing = (left: number, top: number, right: number, bottom: number): Network => ({
  side: 64,
  run: async () =>
    Float32Array.from({ length: 64 * 64 }, (_, i) => {
      const [x, y] = [(i % 64) / 64, Math.floor(i / 64) / 64];
      return x >= left && x < right && y >= top && y < bottom ? 1 : 0;
    }),
});

describe('close view of a person', () => {
  it('crops a person out of a wide banner with a margin on all sides', async () => {
    const banner = scene(1600, 400);
    const looks = [seeing(0.5, 0.25, 0.6, 1), seeing(0.15, 0.1, 0.85, 1)];
    const outline: Network = { side: 64, run: (input) => looks.shift()!.run(input) };
    const view = (await closeView(outline, banner))!;
    expect(view.x).to.be.within(720, 800 - 30);
    expect(view.x + view.pixels.width).to.be.within(960 + 30, 1040);
    expect(view.y).to.be.within(40, 100 - 30);
    expect(view.y + view.pixels.height).to.equal(400);
    const at = (10 * view.pixels.width + 20) * 3;
    expect(view.pixels.data[at]).to.equal((view.x + 20) & 255);
    expect(view.pixels.data[at + 1]).to.equal((view.y + 10) & 255);
  });

  it('is the scene itself where a person fills it', async () => {
    const portrait = scene(300, 400);
    const view = (await closeView(seeing(0.1, 0.1, 0.9, 1), portrait))!;
    expect(view).to.include({ pixels: portrait, x: 0, y: 0 });
    // Already found: the outline need not be computed again.
    expect(view.box!.x).to.be.closeTo(30, 6);
    expect(view.box!.width).to.be.closeTo(240, 8);
  });

  it('runs the network once less where the person’s box is known', async () => {
    let looks = 0;
    const outline = seeing(0.1, 0.1, 0.9, 1);
    const counted: Network = {
      ...outline,
      run(input) {
        looks++;
        return outline.run(input);
      },
    };
    const portrait = scene(300, 400);
    const { box } = (await closeView(counted, portrait))!;
    const known = await findMask(counted, portrait, box);
    expect(looks).to.equal(2);
    const again = await findMask(counted, portrait);
    expect(looks).to.equal(4);
    expect(known).to.deep.equal(again);
  });

  describe('of a small person', () => {
    /** A blue person in front of a grey background. */
    function withPerson(x: number, y: number, width: number, height: number): Pixels {
      const data = new Uint8Array(1600 * 1200 * 3).fill(90);
      for (let row = y; row < y + height; row++)
        for (let column = x; column < x + width; column++) data[(row * 1600 + column) * 3 + 2] = 255;
      return { data, width: 1600, height: 1200 };
    }

    /** Detects no person below 0.5 % of the picture, and up to 3 % a box of three times the size. */
    const nearSighted: Network = {
      side: 128,
      run: async (input) => {
        const own = Array.from({ length: 128 * 128 }, (_, i) => i).filter((i) => input[i * 3 + 2]! > 0.6);
        const share = own.length / (128 * 128);
        const times = share < 0.03 ? 3 : 1;
        const range = (of: (i: number) => number): [number, number] => {
          const values = own.map(of);
          const [least, most] = [Math.min(...values), Math.max(...values)];
          const more = ((most - least + 1) * (times - 1)) / 2;
          return [least - more, most + more];
        };
        const [left, right] = range((i) => i % 128);
        const [top, bottom] = range((i) => Math.floor(i / 128));
        return Float32Array.from({ length: 128 * 128 }, (_, i) => {
          const [x, y] = [i % 128, Math.floor(i / 128)];
          return share >= 0.005 && x >= left && x <= right && y >= top && y <= bottom ? 1 : 0;
        });
      },
    };

    const around = async (x: number, y: number, width: number, height: number) => {
      const view = (await closeView(nearSighted, withPerson(x, y, width, height)))!;
      const { width: w, height: h } = view.pixels;
      expect(view.x).to.be.within(x - height * 0.3, x);
      expect(view.y).to.be.within(y - height * 0.3, y);
      expect(view.x + w).to.be.within(x + width, x + width + height * 0.3);
      expect(view.y + h).to.be.within(y + height, y + height * 1.3);
    };

    it('is cropped again where the first crop shows that the person is smaller', () =>
      around(700, 800, 80, 240));
  });

  it('is undefined where there is no person', async () => {
    expect(await closeView(seeing(0, 0, 0, 0), scene(300, 400))).to.equal(undefined);
  });
});
