import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { SetupError } from '../../../../scripts/backends/backend.ts';
import { openMongo } from '../../../../scripts/backends/mongo.ts';

describe('openMongo, when mongod has appeared on PATH', () => {
  let dir: string;
  let dataDir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
    dataDir = join(dir, 'data');
    await mkdir(join(dir, 'bin'));
    const mongod = join(dir, 'bin', 'mongod');
    await writeFile(mongod, '#!/bin/sh\nexit 1\n');
    await chmod(mongod, 0o755);
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  const open = () =>
    openMongo({ env: { PATH: join(dir, 'bin') }, dataDir, durable: true, say: () => undefined });

  it('refuses to leave the data of the embedded database behind', async () => {
    await mkdir(join(dataDir, 'embedded-mongo'), { recursive: true });
    await writeFile(join(dataDir, 'embedded-mongo', 'journal'), 'data');
    const failure = await open().catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(SetupError);
    expect((failure as Error).message).to.match(
      /embedded-mongo.*off PATH.*admin -- database copy --to URI.*MONGODB_URI.*move that folder/,
    );
  });

  it('starts mongod on a new data folder, and where it was used before', async () => {
    const fresh = await open();
    expect(fresh.url).to.match(/^mongodb:/);
    await fresh.ready.catch(() => undefined);
    await fresh.close();
    await mkdir(join(dataDir, 'embedded-mongo'), { recursive: true });
    await writeFile(join(dataDir, 'embedded-mongo', 'journal'), 'data');
    await writeFile(join(dataDir, 'mongo', 'WiredTiger'), 'data');
    const again = await open();
    await again.ready.catch(() => undefined);
    await again.close();
  });
});
