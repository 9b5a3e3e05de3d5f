import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { BlobNotFound, type BlobStorage, BlobsUnavailable } from '../../../../shared/blobs/blob-storage.ts';
import { createBlobStorage } from '../../../../shared/blobs/create-blob-storage.ts';

const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('expected a rejection'),
    (error: unknown) => error as Error,
  );

describe('an outage of the blob storage', () => {
  const s3 = {
    S3_REGION: 'us-east-1',
    S3_PATH_STYLE: true,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'blobs-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const expectOutage = async (storage: BlobStorage, place: RegExp) => {
    for (const work of [storage.check(), storage.put('renders/r1/in/a', Buffer.from('x'), 'image/png')]) {
      const error = await failure(work);
      expect(error).to.be.instanceOf(BlobsUnavailable);
      expect(error.message).to.match(place);
    }
  };

  it('is named with the bucket and endpoint', async () => {
    const endpoint = { S3_BUCKET: 'renders', S3_ENDPOINT: 'http://127.0.0.1:1' };
    const storage = createBlobStorage({ ...s3, ...endpoint, DATA_DIR: folder });
    await expectOutage(
      storage,
      /^Blob storage s3:\/\/renders at http:\/\/127\.0\.0\.1:1 failed: .*ECONNREFUSED/,
    );
    await storage.close();
  });

  it('is named with the folder, and ends when the folder can be used again', async () => {
    await writeFile(join(folder, 'blobs'), 'a file instead of the folder');
    const storage = createBlobStorage({ ...s3, S3_BUCKET: '', S3_ENDPOINT: '', DATA_DIR: folder });
    await expectOutage(storage, /\/blobs failed: E/);
    await rm(join(folder, 'blobs'));
    await storage.check();
  });

  it('is not a missing blob, nor an invalid key', async () => {
    const storage = createBlobStorage({ ...s3, S3_BUCKET: '', S3_ENDPOINT: '', DATA_DIR: folder });
    expect(await failure(storage.get('renders/r1/none'))).to.be.instanceOf(BlobNotFound);
    expect(await failure(storage.get('../x'))).to.be.instanceOf(TypeError);
  });
});
