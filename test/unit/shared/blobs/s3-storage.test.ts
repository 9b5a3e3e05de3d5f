import dns from 'node:dns';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect } from 'chai';
import sinon from 'sinon';
import { BlobNotFound, type BlobStorage, BlobsUnavailable } from '../../../../shared/blobs/blob-storage.ts';
import { reportOutages } from '../../../../shared/blobs/report-outages.ts';
import { S3Storage } from '../../../../shared/blobs/s3-storage.ts';
import { startS3Server } from '../../../support/s3-server.ts';

const key = 'renders/rnd_1/out/1';
const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('expected a rejection'),
    (error: unknown) => error as Error,
  );
const calls: Record<string, (storage: BlobStorage) => Promise<unknown>> = {
  get: (storage) => storage.get(key),
  stream: (storage) => storage.stream(key),
  stat: (storage) => storage.stat(key),
  put: (storage) => storage.put(key, Buffer.from('x'), 'text/plain'),
  delete: (storage) => storage.delete(key),
  list: (storage) => storage.list('renders/', { limit: 10 }),
  check: (storage) => storage.check(),
};

describe('blob storage on S3, without its bucket', () => {
  let server: Awaited<ReturnType<typeof startS3Server>>;
  let storage: BlobStorage;
  before(async () => {
    server = await startS3Server();
    storage = reportOutages(new S3Storage({ ...server.options, bucket: 'elsewhere' }), 's3://elsewhere');
  });
  after(async () => {
    await storage.close();
    await server.close();
  });

  for (const [name, call] of Object.entries(calls))
    it(`reports an outage from ${name}, not blobs that were deleted`, async () => {
      const error = await failure(call(storage));
      expect(error).to.be.instanceOf(BlobsUnavailable);
      expect(error.message).to.match(/bucket/);
    });

  it('still knows a blob that does not exist', async () => {
    const complete = new S3Storage(server.options);
    expect(await failure(complete.get(key))).to.be.instanceOf(BlobNotFound);
    expect(await complete.stat(key)).to.equal(null);
    await complete.close();
  });
});

describe('the bucket of an S3-compatible server', () => {
  const seen: string[] = [];
  const server = createHttpServer((req, res) => {
    seen.push(`${req.headers.host?.split(':')[0]}${req.url?.split('?')[0]}`);
    res.writeHead(200, { 'content-length': 0 }).end();
  });
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Hosts of a bucket are known to the DNS of the service that requires them.
    const here = [{ address: '127.0.0.1', family: 4 }];
    sinon
      .stub(dns, 'lookup')
      .callsFake(((_host: string, options: { all?: boolean }, found: Found) =>
        options.all ? found(null, here) : found(null, '127.0.0.1', 4)) as never);
  });
  after(() => {
    sinon.restore();
    server.close();
  });
  type Found = (error: null, address: unknown, family?: number) => void;

  for (const [pathStyle, address] of [
    [undefined, 's3.example/images/a'],
    [true, 's3.example/images/a'],
    [false, 'images.s3.example/a'],
  ] as const)
    it(`is addressed as ${address} with a path style of ${pathStyle}`, async () => {
      const { port } = server.address() as AddressInfo;
      const account = { region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' };
      const storage = new S3Storage({
        bucket: 'images',
        endpoint: `http://s3.example:${port}`,
        ...account,
        ...(pathStyle === undefined ? {} : { pathStyle }),
      });
      await storage.put('a', Buffer.from('x'), 'text/plain');
      await storage.close();
      expect(seen.at(-1)).to.equal(address);
    });
});

describe('blob storage on S3 that never responds', function () {
  this.timeout(20_000);
  const sockets: Socket[] = [];
  const blackHole = createServer((socket) => sockets.push(socket));
  let storage: BlobStorage;
  before(async () => {
    blackHole.listen(0, '127.0.0.1');
    await once(blackHole, 'listening');
    const endpoint = `http://127.0.0.1:${(blackHole.address() as AddressInfo).port}`;
    const account = { region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' };
    storage = reportOutages(new S3Storage({ bucket: 'images', endpoint, ...account, callMs: 500 }), 's3');
  });
  after(async () => {
    await storage.close();
    for (const socket of sockets) socket.destroy();
    blackHole.close();
  });

  for (const name of ['put', 'get', 'stat', 'delete'])
    it(`ends ${name} at the deadline of the call`, async () => {
      expect(await failure(calls[name]!(storage))).to.be.instanceOf(BlobsUnavailable);
    });
});
