import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { startPlatform, type TestPlatform, visualizeBody } from '../../support/platform.ts';

describe('an API without its blob storage', () => {
  let platform: TestPlatform;
  let blobs: string;
  before(async () => {
    platform = await startPlatform({ workers: 0 });
    blobs = join(platform.config.DATA_DIR, 'blobs');
  });
  after(() => platform.close());

  const readiness = async () => {
    const response = await fetch(`${platform.url}/readyz`);
    const body = (await response.json()) as { backends: Record<string, { ok: boolean }> };
    return { status: response.status, backends: body.backends };
  };

  it('is not ready, and responds with 503 and Retry-After', async () => {
    const { key } = await platform.account();
    const healthy = await readiness();
    expect(healthy.status).to.equal(200);
    expect(Object.keys(healthy.backends)).to.have.members(['mongodb', 'redis', 'blobs']);
    await rename(blobs, `${blobs}.away`);
    await writeFile(blobs, 'a file instead of the folder');
    const { status, backends } = await readiness();
    expect([status, backends.blobs?.ok, backends.redis?.ok]).to.deep.equal([503, false, true]);
    const response = await fetch(`${platform.url}/visualize`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(await visualizeBody()),
    });
    expect(response.status).to.equal(503);
    expect(Number(response.headers.get('retry-after'))).to.be.at.least(1);
    expect(await response.json()).to.include({ code: 'MODEL_UNAVAILABLE' });
    await rm(blobs);
    await mkdir(blobs);
    await rename(`${blobs}.away/.tmp`, `${blobs}/.tmp`);
    expect((await readiness()).status).to.equal(200);
  });
});
