import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import sharp from 'sharp';
import { silentLogger } from '../../../../../shared/log.ts';
import { renderLocal } from '../../../../../workers/renderer/compose/renderer.ts';
import { RendererError } from '../../../../../workers/renderer/renderer-error.ts';
import type { LocalRequest } from '../../../../../workers/renderer/request.ts';
import {
  createLocalRendererPool,
  type LocalRendererPool,
} from '../../../../../workers/renderer/threads/pool.ts';
import { block, room } from '../synthetic.ts';

describe('the pool of render threads', () => {
  let pool: LocalRendererPool;
  let request: LocalRequest;

  before(async () => {
    pool = createLocalRendererPool({ threads: 1, detecting: true, log: silentLogger() });
    const images = [await block(200, 240)];
    request = {
      scene: await room(900, 600),
      products: [{ category: 'Chairs', tags: [], images }],
      output: { width: 900, height: 600 },
    };
  });

  after(() => pool.close());

  it('returns the same bytes as rendering in this thread, and leaves the request usable', async () => {
    const threaded = await pool.render(request);
    const local = await renderLocal(request);
    expect(threaded.png.equals(local.png)).to.equal(true);
    expect(threaded.report.placements).to.deep.equal(local.report.placements);
  });

  it('reports progress', async () => {
    const notes: string[] = [];
    await pool.render(request, { progress: (_, note) => notes.push(note) });
    expect(notes).to.include('placing');
  });

  it('reports the progress that arrived while this thread was blocked', async () => {
    const notes: string[] = [];
    const running = pool.render(request, { progress: (_, note) => notes.push(note) });
    // Longer than such a render takes; on a slower machine the progress arrives in the ordinary way.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
    await running;
    expect(notes).to.include.members(['placing', 'encoding']);
  });

  it('rejects at once with the reason of the signal, and renders again afterwards', async () => {
    const controller = new AbortController();
    const reason = new Error('deadline');
    const running = pool.render(request, { signal: controller.signal }).catch((error: unknown) => error);
    controller.abort(reason);
    expect(await running).to.equal(reason);
    expect((await pool.render(request)).png.length).to.be.above(1000);
  });

  it('ends threads while a network runs, without harm to this process', async () => {
    for (let wait = 0; wait < 400; wait += 80) {
      const controller = new AbortController();
      const running = pool.render(request, { signal: controller.signal }).catch(() => undefined);
      await setTimeout(wait);
      controller.abort();
      await running;
    }
    const other = createLocalRendererPool({ threads: 1, detecting: true, log: silentLogger() });
    const cut = other.render(request).catch((error: unknown) => error);
    await setTimeout(300);
    await other.close();
    expect(await cut).to.be.instanceOf(Error);
    expect((await pool.render(request)).png.length).to.be.above(1000);
  });

  it('rejects with the error that the renderer throws', async () => {
    const broken = { ...request, scene: Buffer.from('not a picture') };
    const failure = await pool.render(broken).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Error).and.not.instanceOf(RendererError);
  });

  it('rejects with a RendererError when a product cannot be used', async () => {
    const nothing = await sharp({ create: { width: 80, height: 80, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    const empty = { ...request, products: [{ category: 'Chairs', tags: [], images: [nothing] }] };
    const failure = await pool.render(empty).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(RendererError);
  });

  it('resolves when closed a second time', async () => {
    const other = createLocalRendererPool({ threads: 1, detecting: true, log: silentLogger() });
    await other.close();
    expect(await other.close()).to.equal(undefined);
  });
});
