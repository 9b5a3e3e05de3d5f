import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { eventually, startPlatform, type TestPlatform, visualizeBody } from '../../support/platform.ts';

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
    const body = (await response.json()) as { status: string; backends: Record<string, { ok: boolean }> };
    return { code: response.status, ...body };
  };

  it('stays ready and says what is missing, and responds with 503 and Retry-After', async () => {
    const { key } = await platform.account();
    const healthy = await readiness();
    expect(healthy.code).to.equal(200);
    expect(Object.keys(healthy.backends)).to.have.members(['mongodb', 'redis', 'blobs']);
    await rename(blobs, `${blobs}.away`);
    await writeFile(blobs, 'a file instead of the folder');
    await eventually(async () => (await readiness()).status === 'degraded');
    const { backends, code } = await readiness();
    expect([code, backends.blobs?.ok, backends.redis?.ok]).to.deep.equal([200, false, true]);
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
    await eventually(async () => (await readiness()).status !== 'degraded');
  });
});

describe('an API without workers', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform({ workers: 0 });
  });
  after(() => platform.close());

  const readiness = async (path: string) => {
    const response = await fetch(platform.url + path);
    const body = (await response.json()) as { status: string; rendering: { reasons: string[] } };
    return { code: response.status, status: body.status, reasons: body.rendering.reasons };
  };

  it('stays ready, says that it cannot render, and is 503 for monitors until a worker runs', async () => {
    const reasons = ['cog: no worker is running'];
    expect(await readiness('/readyz')).to.deep.equal({ code: 200, status: 'not-rendering', reasons });
    expect(await readiness('/readyz?for=renders')).to.deep.equal({
      code: 503,
      status: 'not-rendering',
      reasons,
    });
    await platform.startWorker();
    await eventually(async () => (await readiness('/readyz?for=renders')).code === 200);
    expect(await readiness('/readyz')).to.deep.equal({ code: 200, status: 'ready', reasons: [] });
  });
});
