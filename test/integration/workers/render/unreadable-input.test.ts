import { expect } from 'chai';
import {
  eventually,
  startPlatform,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

describe('a worker that cannot read the input of a render', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform({ workers: 0 });
  });
  after(() => platform.close());

  const getRender = async (id: string) => (await platform.database.renders.findById(id).lean())!;

  /** A queued render whose scene is missing in the blob storage, and the scene. */
  async function withoutScene(key: string) {
    const { body } = await visualize(platform, key, await visualizeBody(), { prefer: 'respond-async' });
    const { scene } = await getRender(body.id);
    const bytes = await platform.blobs.get(scene.blob);
    await platform.blobs.delete(scene.blob);
    return { id: body.id as string, restore: () => platform.blobs.put(scene.blob, bytes, scene.mime) };
  }

  it('returns it to the queue and is not ready, until the input can be read', async () => {
    const { id: account, key } = await platform.account({ credits: 1 });
    const { id, restore } = await withoutScene(key);
    const worker = await platform.startWorker({ WORKER_PORT: 0 });
    const ready = async () => (await fetch(`http://127.0.0.1:${worker.port}/readyz`)).status;
    await eventually(async () => (await ready()) === 503);
    await eventually(async () => (await getRender(id)).state === 'queued');
    await restore();
    await eventually(async () => (await ready()) === 200);
    await eventually(async () => (await getRender(id)).state === 'succeeded');
    await eventually(async () => (await platform.credits(account)).spent === 1);
    await worker.close(1_000);
  });

  it('fails it without a charge when the input is gone for good', async () => {
    const { id: account, key } = await platform.account({ credits: 1 });
    const { id } = await withoutScene(key);
    await platform.startWorker();
    await eventually(async () => (await getRender(id)).state === 'failed', 60_000);
    expect((await getRender(id)).fence).to.equal(platform.config.RENDER_ATTEMPTS);
    await eventually(async () => (await platform.credits(account)).available === 1);
  });
});
