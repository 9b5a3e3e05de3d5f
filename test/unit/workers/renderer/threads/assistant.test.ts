import { expect } from 'chai';
import sharp from 'sharp';
import { ProviderError } from '../../../../../workers/providers/provider.ts';
import { frameOf } from '../../../../../workers/renderer/people/body/body.ts';
import { type Drawing, drawGarment } from '../../../../../workers/renderer/people/garments/draw-garment.ts';
import { findOldClothes } from '../../../../../workers/renderer/people/garments/old-clothes.ts';
import { wearTop } from '../../../../../workers/renderer/people/garments/wear-top.ts';
import { chooseCutout } from '../../../../../workers/renderer/products/choose-cutout.ts';
import { analyseScene } from '../../../../../workers/renderer/scene/scene-analysis.ts';
import { type Assistant, createAssistant } from '../../../../../workers/renderer/threads/assistant.ts';
import type { Claim } from '../../../../../workers/renderer/threads/jobs.ts';
import { ownMemory } from '../../../../../workers/renderer/threads/memory.ts';
import { drawnPerson, jumperCutout } from '../people/figure.ts';
import { block } from '../synthetic.ts';

const unclaimed = (): Claim => ({ claims: new Int32Array(new SharedArrayBuffer(4)), index: 0 });

describe('the assistant of a renderer thread', () => {
  let assistant: Assistant;
  let drawing: Drawing;

  before(async () => {
    assistant = createAssistant();
    const { scene, person } = await drawnPerson();
    const frame = frameOf(person);
    const old = await findOldClothes(person, frame, 'top');
    drawing = (await wearTop(await jumperCutout(), scene, person, frame, old, false))!;
  });

  after(() => assistant.close());

  it('cuts a product out as this thread does', async () => {
    const product = { category: 'Chairs', tags: [], images: [await block(200, 240)] };
    const there = await assistant.cutOut(product, unclaimed());
    const here = await chooseCutout(product, {});
    expect(there?.plan).to.deep.equal(here.plan);
    expect(Buffer.compare(there!.cutout.rgba, here.cutout.rgba)).to.equal(0);
  });

  it('leaves alone what is begun here', async () => {
    const claim = unclaimed();
    claim.claims[0] = 1;
    const product = { category: 'Chairs', tags: [], images: [await block(200, 240)] };
    expect(await assistant.cutOut(product, claim)).to.equal(undefined);
    expect(await assistant.analyse(drawing.scene, claim)).to.equal(undefined);
  });

  it('refuses a product with the class of the failure', async () => {
    const nothing = await sharp({ create: { width: 80, height: 80, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    const product = { category: 'Chairs', tags: [], images: [nothing] };
    const failure = await assistant.cutOut(product, unclaimed()).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(ProviderError);
    expect(failure).to.include({ failure: 'rejected' });
  });

  it('reads a scene as this thread does', async () => {
    const there = await assistant.analyse(drawing.scene, unclaimed());
    expect(there).to.deep.equal(await analyseScene(drawing.scene));
  });

  it('draws along, with the very bytes of one thread', async () => {
    const alone = await drawGarment(drawing);
    const both = await drawGarment(drawing, assistant);
    expect(both.rect).to.deep.equal(alone.rect);
    expect(Buffer.compare(Buffer.from(both.pixels.data), Buffer.from(alone.pixels.data))).to.equal(0);
    expect(alone.pixels.data.some((value) => value > 0)).to.equal(true);
  });

  it('takes nothing with it when it is lost with a band it had begun', async () => {
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
