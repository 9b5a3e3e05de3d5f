import { expect } from 'chai';
import { closeView } from '../../../../../workers/providers/local/person/close-view.ts';
import { findMask } from '../../../../../workers/providers/local/person/mask.ts';
import type { Network } from '../../../../../workers/providers/local/person/models.ts';
import type { Pixels } from '../../../../../workers/providers/local/types.ts';

/** A scene whose bytes tell where they are. */
function scene(width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    data[i * 3] = (i % width) & 255;
    data[i * 3 + 1] = Math.floor(i / width) & 255;
  }
  return { data, width, height };
}

/** Sees somebody in a part of whatever it is shown; shares of its width and height. */
const seeing = (left: number, top: number, right: number, bottom: number): Network => ({
  side: 64,
  run: async () =>
    Float32Array.from({ length: 64 * 64 }, (_, i) => {
      const [x, y] = [(i % 64) / 64, Math.floor(i / 64) / 64];
      return x >= left && x < right && y >= top && y < bottom ? 1 : 0;
    }),
});

describe('close view of a person', () => {
  it('cuts a person of a wide banner out with room on all sides', async () => {
    const banner = scene(1600, 400);
    const view = (await closeView(seeing(0.5, 0.25, 0.6, 1), banner))!;
    expect(view.x).to.be.within(720, 800 - 30);
    expect(view.x + view.pixels.width).to.be.within(960 + 30, 1040);
    expect(view.y).to.be.within(40, 100 - 30);
    expect(view.y + view.pixels.height).to.equal(400);
    const at = (10 * view.pixels.width + 20) * 3;
    expect(view.pixels.data[at]).to.equal((view.x + 20) & 255);
    expect(view.pixels.data[at + 1]).to.equal((view.y + 10) & 255);
  });

  it('is the scene itself where somebody fills it', async () => {
    const portrait = scene(300, 400);
    const view = (await closeView(seeing(0.1, 0.1, 0.9, 1), portrait))!;
    expect(view).to.include({ pixels: portrait, x: 0, y: 0 });
    // Found already: the outline need not look for it again.
    expect(view.box!.x).to.be.closeTo(30, 6);
    expect(view.box!.width).to.be.closeTo(240, 8);
  });

  it('is looked at once less where its person is known', async () => {
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

  it('is nothing where nobody is seen', async () => {
    expect(await closeView(seeing(0, 0, 0, 0), scene(300, 400))).to.equal(undefined);
  });
});
