import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import request from 'supertest';
import { buildApp } from '../../../../api/app.ts';
import { keepWebFiles } from '../../../../api/assets/keep-files.ts';
import { createKeptFiles } from '../../../../api/assets/kept-files.ts';
import { assetsRouter } from '../../../../api/assets/router.ts';
import type { WebBuild } from '../../../../api/assets/web-build.ts';
import { openWebFiles, type WebFiles } from '../../../../api/assets/web-files.ts';
import { DiskStorage } from '../../../../shared/blobs/disk-storage.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createRegistry } from '../../../../shared/metrics/registry.ts';
import { dayMs } from '../../../../shared/time.ts';

const script = Buffer.from('export const answer = 42;'.repeat(20));
const loader = Buffer.from('window.ServiceEmbed ??= {};');
const cart = Buffer.from('document.currentScript;');
const status = Buffer.from('sessionStorage;');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes);
const version = sha256(loader).digest('hex').slice(0, 12);

const entry = { script: 'assets/main-abc12345.js', imports: [], styles: [], lazy: {} };
const webBuild: WebBuild = {
  tryOn: entry,
  docs: entry,
  home: entry,
  ops: entry,
  rooms: entry,
  loader: { path: 'service-embed.js', version, integrity: 'sha384-x' },
  cart: {
    path: 'service-embed-cart.js',
    version: sha256(cart).digest('hex').slice(0, 12),
    integrity: 'sha384-y',
  },
  status: {
    path: 'service-embed-status.js',
    version: sha256(status).digest('hex').slice(0, 12),
    integrity: 'sha384-z',
  },
};

async function makeBuild(folder: string): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  const files: Record<string, Buffer | string> = {
    'assets/main-abc12345.js': script,
    'assets/main-abc12345.js.br': brotliCompressSync(script),
    'assets/main-abc12345.js.gz': gzipSync(script),
    'assets/inter-abc12345.woff2': 'wOF2 font',
    'assets/main-abc12345.css': 'b{}',
    'service-embed.js': loader,
    'service-embed-cart.js': cart,
    'service-embed-status.js': status,
    'web-build.json': JSON.stringify(webBuild),
    'secret.txt': 'not for browsers',
  };
  for (const [path, bytes] of Object.entries(files)) await writeFile(join(folder, path), bytes);
}

describe('the browser code', () => {
  let folder: string;
  let blobs: DiskStorage;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'web-files-test-'));
    blobs = new DiskStorage(join(folder, 'blobs'));
    await makeBuild(folder);
  });
  after(async () => {
    await blobs.close();
    await rm(folder, { recursive: true, force: true });
  });

  const appOptions = () => ({ log: silentLogger(), trustProxy: 0, registry: createRegistry('api') });
  const app = (development = false) =>
    buildApp({
      ...appOptions(),
      routers: [assetsRouter(openWebFiles({ development, folder }), createKeptFiles(blobs))],
    });
  const get = (path: string, encoding = 'identity') =>
    request(app()).get(path).set('Accept-Encoding', encoding).buffer();

  it('is cached for a year by its name', async () => {
    const { headers, text } = await get('/assets/main-abc12345.js').expect(200);
    expect(text).to.equal(script.toString());
    expect(headers).to.include({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
      etag: '"main-abc12345.js"',
    });
  });

  it('has the types of styles and fonts', async () => {
    expect((await get('/assets/main-abc12345.css')).type).to.equal('text/css');
    expect((await get('/assets/inter-abc12345.woff2')).type).to.equal('font/woff2');
  });

  const negotiations = [
    { accept: 'gzip, deflate, br, zstd', encoding: 'br', as: 'Chromium and Firefox ask' },
    { accept: 'gzip, deflate', encoding: 'gzip', as: 'browsers without https ask' },
    { accept: 'br;q=0, gzip', encoding: 'gzip', as: 'someone without brotli asks' },
    { accept: '*', encoding: 'br', as: 'anything is accepted' },
    { accept: 'identity', encoding: undefined, as: 'nothing is accepted' },
  ];
  for (const { accept, encoding, as } of negotiations) {
    it(`is sent ${encoding ? `as ${encoding}` : 'as it is'} when ${as}`, async () => {
      const response = request(app()).get('/assets/main-abc12345.js').set('Accept-Encoding', accept);
      const { headers, body } = await response.buffer().parse((res, done) => {
        const chunks: Buffer[] = [];
        res
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () => done(null, Buffer.concat(chunks)));
      });
      expect(headers['content-encoding']).to.equal(encoding);
      // superagent decodes gzip and brotli.
      expect((body as Buffer).toString()).to.equal(script.toString());
    });
  }

  it('without a compressed variant is sent as it is', async () => {
    const { headers, text } = await get('/assets/main-abc12345.css', 'br, gzip').expect(200);
    expect([headers['content-encoding'], text]).to.deep.equal([undefined, 'b{}']);
  });

  it('is not sent again to a browser that has it, per encoding', async () => {
    const { headers } = await get('/assets/main-abc12345.js', 'br');
    const again = (encoding: string) =>
      get('/assets/main-abc12345.js', encoding).set('If-None-Match', headers.etag!);
    expect((await again('br')).status).to.equal(304);
    expect((await again('gzip')).status).to.equal(200);
  });

  it('responds to HEAD with the length and no body', async () => {
    const { headers, text } = await request(app())
      .head('/assets/main-abc12345.js')
      .set('Accept-Encoding', 'identity')
      .expect(200);
    expect(headers['content-length']).to.equal(String(script.length));
    expect(text).to.equal(undefined);
  });

  const outside = [
    '/assets/../secret.txt',
    '/assets/..%2fsecret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/..%5csecret.txt',
    '/assets//secret.txt',
    '/assets/main-abc12345.js%00',
    '/assets/main-abc12345.js.br',
    '/assets/web-build.json',
    '/assets/',
    '/assets/__proto__',
    '/service-embed@../secret.txt.js',
    `/service-embed@${'0'.repeat(12)}.js`,
    '/service-embed-cart.js',
    '/service-embed-cart.js?',
    `/service-embed-cart.js?${'A'.repeat(43)}=`,
  ];
  for (const path of outside) {
    it(`has nothing at ${path}`, async () => {
      const { status, headers } = await rawGet(path);
      expect(status).to.equal(404);
      expect(headers['cache-control'] ?? 'no-store').to.equal('no-store');
    });
  }

  /** Unlike supertest and fetch, sends the path as it is. */
  async function rawGet(path: string) {
    const server = app().listen(0);
    const { port } = server.address() as AddressInfo;
    try {
      return await new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
        const sent = httpRequest({ port, path, agent: false }, (res) => {
          res.resume();
          resolve({ status: res.statusCode ?? 0, headers: res.headers });
        });
        sent.on('error', reject).end();
      });
    } finally {
      server.close();
    }
  }

  it('rejects other methods', async () => {
    const { headers } = await request(app()).post('/service-embed.js').expect(405);
    expect(headers.allow).to.equal('GET, HEAD');
  });

  it('includes the loader for pages of every origin, for five minutes', async () => {
    const { headers } = await get('/service-embed.js').set('Origin', 'https://shop.example').expect(200);
    expect(headers).to.include({
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  it('includes the version of the loader that never changes', async () => {
    const { headers, text } = await get(`/service-embed@${version}.js`).expect(200);
    expect(text).to.equal(loader.toString());
    expect(headers).to.include({
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
    });
  });

  for (const [name, bytes] of Object.entries({ cart, status })) {
    it(`includes what the loader fetches for the ${name}, by its hash`, async () => {
      const path = `/service-embed-${name}.js?${sha256(bytes).digest('base64')}`;
      const { headers, text } = await get(path).expect(200);
      expect(text).to.equal(bytes.toString());
      expect(headers).to.include({
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      });
    });
  }

  describe('of another build', () => {
    const older = { bytes: Buffer.from('export const older = true;'.repeat(9)), version: '0123456789ab' };
    const olderCart = Buffer.from('older;');
    const olderHash = sha256(olderCart).digest();
    const files: WebFiles = {
      build: {
        ...webBuild,
        loader: { path: 'service-embed.js', version: older.version, integrity: '' },
        cart: {
          path: 'service-embed-cart.js',
          version: olderHash.toString('hex').slice(0, 12),
          integrity: '',
        },
      },
      files: new Map([
        ['assets/older-01234567.js', { variants: { identity: older.bytes }, extension: 'js' }],
        ['service-embed.js', { variants: { identity: older.bytes }, extension: 'js' }],
        ['service-embed-cart.js', { variants: { identity: olderCart }, extension: 'js' }],
      ]),
    };
    const olderPaths = ['/assets/older-01234567.js', `/service-embed@${older.version}.js`];
    before(() => keepWebFiles(blobs, files));

    for (const path of olderPaths) {
      it(`is at ${path} for the pages that name it`, async () => {
        const { headers, text } = await get(path, 'br').expect(200).expect('Content-Encoding', 'br');
        expect(text).to.equal(older.bytes.toString());
        expect(headers).to.include({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-type': 'text/javascript; charset=utf-8',
        });
      });
    }

    it('has the script for the cart that its loader names', async () => {
      const { text } = await get(`/service-embed-cart.js?${olderHash.toString('base64')}`).expect(200);
      expect(text).to.equal(olderCart.toString());
    });

    it('is deleted after 30 days, except the loader', async () => {
      const later = Date.now() + 31 * dayMs;
      await keepWebFiles(blobs, { ...files, files: new Map() }, later);
      expect(await blobs.stat('web/assets/older-01234567.js')).to.equal(null);
      expect(await blobs.stat(`web/loaders/${older.version}.js`)).not.to.equal(null);
    });
  });

  it('is read again after a new build in development alone', async () => {
    const [development, production] = [app(true), app(false)];
    await writeFile(join(folder, 'assets/late-abc12345.js'), 'late');
    await utimes(join(folder, 'web-build.json'), new Date(), new Date(Date.now() + 1000));
    await request(development).get('/assets/late-abc12345.js').expect(200);
    await request(production).get('/assets/late-abc12345.js').expect(404);
  });

  it('must be built before the API starts', () => {
    expect(() => openWebFiles({ development: false, folder: join(folder, 'none') })).to.throw(
      'The code for the browser is not built; run: node --import tsx scripts/web.ts',
    );
  });

  it('may be built after the API has started in development, which responds 503 until then', async () => {
    const fresh = await mkdtemp(join(tmpdir(), 'web-files-test-'));
    try {
      const routers = [
        assetsRouter(openWebFiles({ development: true, folder: fresh }), createKeptFiles(blobs)),
      ];
      const starting = buildApp({ ...appOptions(), routers });
      const early = await request(starting).get('/assets/main-abc12345.js').expect(503);
      expect(early.body.message).to.contain('not built yet');
      expect(early.headers['retry-after']).to.equal('5');
      await makeBuild(fresh);
      await request(starting).get('/assets/main-abc12345.js').expect(200);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  });
});
