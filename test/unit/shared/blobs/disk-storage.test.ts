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
  S3_PATH_STYLE: true,
  S3_ACCESS_KEY_ID: '',
  S3_SECRET_ACCESS_KEY: '',
};

describe('disk blob storage', () => {
  let folder: string;
  let blobs: string;
  let storage: BlobStorage;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'blobs-'));
    blobs = join(folder, 'blobs');
    storage = createBlobStorage({ ...noBucket, DATA_DIR: folder });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is used without a bucket, and names files with their extension', async () => {
    await storage.put('renders/r1/out', Buffer.from('x'), 'image/png');
    expect(await readdir(join(blobs, 'renders/r1'))).to.deep.equal(['out.png']);
  });

  it('never shows a reader a mix of two versions or a missing blob', async () => {
    const versions = [Buffer.alloc(300_000, 1), Buffer.alloc(300_000, 2)];
    await storage.put('r/out', versions[0]!, 'image/png');
    const writes = Array.from({ length: 20 }, (_, i) => storage.put('r/out', versions[i % 2]!, 'image/png'));
    const reads = Array.from({ length: 40 }, () => storage.get('r/out'));
    for (const read of await Promise.all(reads)) {
      expect(versions.some((version) => version.equals(read))).to.equal(true);
    }
    await Promise.all(writes);
  });

  it('lists in the byte order of keys, `-` and `.` before folders', async () => {
    const keys = ['p/a', 'p/a-1/x', 'p/a.b', 'p/a/b', 'p/a/c.d', 'p/a/c/d', 'p/a0', 'p/b/c/d', 'p/z'];
    const sorted = [...keys].sort();
    for (const key of keys.reverse()) await storage.put(key, Buffer.from('x'), 'image/png');
    for (const [index, after] of ['', ...sorted].entries()) {
      const page = await storage.list('p/', { limit: 3, ...(after ? { after } : {}) });
      expect(
        page.map(({ key }) => key),
        `after ${after}`,
      ).to.deep.equal(sorted.slice(index, index + 3));
    }
  });

  it('leaves no empty folders behind', async () => {
    await storage.put('renders/r1/in/a', Buffer.from('x'), 'image/png');
    await storage.put('renders/r2/in/a', Buffer.from('x'), 'image/png');
    await storage.deletePrefix('renders/r1/');
    expect(await readdir(join(blobs, 'renders'))).to.deep.equal(['r2']);
  });

  it('loses no blob when its folder is removed at the same time', async () => {
    for (let round = 0; round < 100; round++) {
      await storage.put('t/r/in/a', Buffer.from('a'), 'image/png');
      await Promise.all([storage.delete('t/r/in/a'), storage.put('t/r/in/b', Buffer.from('b'), 'image/png')]);
      expect((await storage.get('t/r/in/b')).toString()).to.equal('b');
      await storage.delete('t/r/in/b');
    }
  });

  it('writes fresh blobs in place, also while their folder is being removed', async () => {
    for (let round = 0; round < 20; round++) {
      await storage.put('r/in/old', Buffer.from('x'), 'image/png', { fresh: true });
      const write = storage.put('r/in/new', Buffer.from('y'), 'image/png', {
        fresh: true,
        durable: round % 2 === 0,
      });
      await Promise.all([storage.delete('r/in/old'), write]);
      expect(String(await storage.get('r/in/new'))).to.equal('y');
      await storage.delete('r/in/new');
    }
    expect(await readdir(blobs)).to.not.include('r');
  });

  it('removes the files of a writer that was killed an hour ago, and does not list them', async () => {
    const temporary = join(blobs, '.tmp');
    await mkdir(temporary, { recursive: true });
    await writeFile(join(temporary, 'old'), 'x');
    await writeFile(join(temporary, 'young'), 'x');
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(join(temporary, 'old'), twoHoursAgo, twoHoursAgo);
    await storage.put('r/a', Buffer.from('x'), 'image/png');
    expect(await readdir(temporary)).to.deep.equal(['young']);
  });

  it('leaves the source file in place when it cannot be moved', async () => {
    const missing = storage.putFile('r/a', join(folder, 'missing'), 'image/png');
    const error = await missing.then(
      () => expect.fail('it should have been refused'),
      (reason: unknown) => reason,
    );
    expect((error as Error).cause).to.have.property('code', 'ENOENT');
    expect(await storage.stat('r/a')).to.equal(null);
  });
});
