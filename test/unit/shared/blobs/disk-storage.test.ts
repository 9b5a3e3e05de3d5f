import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { BlobStorage } from '../../../../shared/blobs/blob-storage.ts';
import { createBlobStorage } from '../../../../shared/blobs/create-blob-storage.ts';

const noBucket = {
  S3_BUCKET: '',
  S3_ENDPOINT: '',
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: '',
  S3_SECRET_ACCESS_KEY: '',
};

describe('disk blob storage', () => {
  let folder: string;
  let blobs: string;
  let store: BlobStorage;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'blobs-'));
    blobs = join(folder, 'blobs');
    store = createBlobStorage({ ...noBucket, DATA_DIR: folder });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is the store without a bucket, and names files so that a person can open them', async () => {
    await store.put('renders/r1/out', Buffer.from('x'), 'image/png');
    expect(await readdir(join(blobs, 'renders/r1'))).to.deep.equal(['out.png']);
  });

  it('never shows a reader a mix of two versions, nor none', async () => {
    const versions = [Buffer.alloc(300_000, 1), Buffer.alloc(300_000, 2)];
    await store.put('r/out', versions[0]!, 'image/png');
    const writes = Array.from({ length: 20 }, (_, i) => store.put('r/out', versions[i % 2]!, 'image/png'));
    const reads = Array.from({ length: 40 }, () => store.get('r/out'));
    for (const read of await Promise.all(reads)) {
      expect(versions.some((version) => version.equals(read))).to.equal(true);
    }
    await Promise.all(writes);
  });

  it('lists in the byte order of keys where folders and signs meet', async () => {
    const keys = ['p/a', 'p/a-1/x', 'p/a.b', 'p/a/b', 'p/a/c.d', 'p/a/c/d', 'p/a0', 'p/b/c/d', 'p/z'];
    const sorted = [...keys].sort();
    for (const key of keys.reverse()) await store.put(key, Buffer.from('x'), 'image/png');
    for (const [index, after] of ['', ...sorted].entries()) {
      const page = await store.list('p/', { limit: 3, ...(after ? { after } : {}) });
      expect(
        page.map(({ key }) => key),
        `after ${after}`,
      ).to.deep.equal(sorted.slice(index, index + 3));
    }
  });

  it('leaves no empty folders behind', async () => {
    await store.put('renders/r1/in/a', Buffer.from('x'), 'image/png');
    await store.put('renders/r2/in/a', Buffer.from('x'), 'image/png');
    await store.deletePrefix('renders/r1/');
    expect(await readdir(join(blobs, 'renders'))).to.deep.equal(['r2']);
  });

  it('loses no blob when its folder is pruned at the same moment', async () => {
    for (let round = 0; round < 100; round++) {
      await store.put('t/r/in/a', Buffer.from('a'), 'image/png');
      await Promise.all([store.delete('t/r/in/a'), store.put('t/r/in/b', Buffer.from('b'), 'image/png')]);
      expect((await store.get('t/r/in/b')).toString()).to.equal('b');
      await store.delete('t/r/in/b');
    }
  });

  it('writes blobs nobody knows yet in place, also while their folder is being pruned', async () => {
    for (let round = 0; round < 20; round++) {
      await store.put('r/in/old', Buffer.from('x'), 'image/png', { fresh: true });
      const write = store.put('r/in/new', Buffer.from('y'), 'image/png', {
        fresh: true,
        durable: round % 2 === 0,
      });
      await Promise.all([store.delete('r/in/old'), write]);
      expect(String(await store.get('r/in/new'))).to.equal('y');
      await store.delete('r/in/new');
    }
    expect(await readdir(blobs)).to.not.include('r');
  });

  it('clears what a killed writer left an hour ago and lists none of it', async () => {
    const temporary = join(blobs, '.tmp');
    await mkdir(temporary, { recursive: true });
    await writeFile(join(temporary, 'old'), 'x');
    await writeFile(join(temporary, 'young'), 'x');
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(join(temporary, 'old'), twoHoursAgo, twoHoursAgo);
    await store.put('r/a', Buffer.from('x'), 'image/png');
    expect(await readdir(temporary)).to.deep.equal(['young']);
  });

  it('leaves the source file in place when it cannot be taken over', async () => {
    const missing = store.putFile('r/a', join(folder, 'missing'), 'image/png');
    const error = await missing.then(
      () => expect.fail('it should have been refused'),
      (reason: unknown) => reason,
    );
    expect(error).to.have.property('code', 'ENOENT');
    expect(await store.stat('r/a')).to.equal(null);
  });
});
