import { expect } from 'chai';
import sharp from 'sharp';
import { getFrame } from '../../../../../workers/renderer/people/body/body.ts';
import { type Drawing, drawGarment } from '../../../../../workers/renderer/people/garments/draw-garment.ts';
import { findOldClothes } from '../../../../../workers/renderer/people/garments/old-clothes.ts';
import { wearTop } from '../../../../../workers/renderer/people/garments/wear-top.ts';
import { ownMemory } from '../../../../../workers/renderer/pixels/memory.ts';
import { chooseCutout } from '../../../../../workers/renderer/products/choose-cutout.ts';
import { RendererError } from '../../../../../workers/renderer/renderer-error.ts';
import { analyseScene } from '../../../../../workers/renderer/scene/scene-analysis.ts';
import {
  createHelperThread,
  type HelperThread,
} from '../../../../../workers/renderer/threads/create-helper-thread.ts';
import type { TaskClaim } from '../../../../../workers/renderer/threads/shared-tasks.ts';
import { drawnPerson, jumperCutout } from '../people/figure.ts';
import { block } from '../synthetic.ts';

const unclaimed = (): TaskClaim => ({ claims: new Int32Array(new SharedArrayBuffer(4)), index: 0 });

describe('the helper of a render thread', () => {
  let helper: HelperThread;
  let drawing: Drawing;

  before(async () => {
    helper = createHelperThread();
    const { scene, person } = await drawnPerson();
    const frame = getFrame(person);
    const old = await findOldClothes(person, frame, 'top');
    drawing = (await wearTop(await jumperCutout(), scene, person, frame, old, false))!;
  });

  after(() => helper.close());

  it('cuts a product out with the result of the render thread', async () => {
    const product = { category: 'Chairs', tags: [], images: [await block(200, 240)] };
    const onHelper = await helper.cutOut(product, unclaimed());
    const local = await chooseCutout(product, {});
    expect(onHelper?.plan).to.deep.equal(local.plan);
    expect(Buffer.compare(onHelper!.cutout.rgba, local.cutout.rgba)).to.equal(0);
  });

  it('returns undefined for a task that the render thread has claimed', async () => {
    const claim = unclaimed();
    claim.claims[0] = 1;
    const product = { category: 'Chairs', tags: [], images: [await block(200, 240)] };
    expect(await helper.cutOut(product, claim)).to.equal(undefined);
    expect(await helper.analyse(drawing.scene, [], claim)).to.equal(undefined);
  });

  it('rejects a product that cannot be used with a RendererError', async () => {
    const nothing = await sharp({ create: { width: 80, height: 80, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    const product = { category: 'Chairs', tags: [], images: [nothing] };
    const failure = await helper.cutOut(product, unclaimed()).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(RendererError);
  });

  it('analyses a scene with the result of the render thread', async () => {
    const onHelper = await helper.analyse(drawing.scene, [], unclaimed());
    expect(onHelper).to.deep.equal(await analyseScene(drawing.scene));
  });

  it('draws bands of a garment, with the same bytes as one thread', async () => {
    const alone = await drawGarment(drawing);
    const both = await drawGarment(drawing, helper);
    expect(both.rect).to.deep.equal(alone.rect);
    expect(Buffer.compare(Buffer.from(both.pixels.data), Buffer.from(alone.pixels.data))).to.equal(0);
    expect(alone.pixels.data.some((value) => value > 0)).to.equal(true);
  });

  it('does not change the picture when it is lost in the middle of a band', async () => {
    const alone = await drawGarment(drawing);
    const lost = {
      memory: ownMemory,
      draw: ({ next }: { next: Int32Array }) => {
        next[0] = 1;
        return Promise.reject(new Error('Worker terminated'));
      },
    };
    const { pixels } = await drawGarment(drawing, lost);
    expect(Buffer.compare(Buffer.from(pixels.data), Buffer.from(alone.pixels.data))).to.equal(0);
  });
});
