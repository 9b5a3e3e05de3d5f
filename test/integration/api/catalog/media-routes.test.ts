import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import request from 'supertest';
import { deleteUnusedAssets } from '../../../../shared/catalog/unused-assets.ts';
import type { StoreDoc } from '../../../../shared/stores/store-model.ts';
import type { ProductCard } from '../../../../shared/try-on/contract.ts';
import { type CatalogApp, openCatalogApp } from '../../../support/catalog/catalog-app.ts';

const unknown = '0'.repeat(64);

describe('GET /media/{storeSlug}/{sha256}/{width}.{format}', () => {
  let catalog: CatalogApp;
  let store: StoreDoc;
  let src: string;

  beforeEach(async () => {
    catalog = await openCatalogApp();
    store = await catalog.store('acme');
    await catalog.store('other');
    const picture = sharp({ create: { width: 400, height: 300, channels: 4, background: '#ff000080' } });
    await writeFile(join(catalog.folder, 'red.png'), await picture.png().toBuffer());
    await catalog.import(store, [{ productId: '1', handle: 'sofa', images: ['red.png'] }]);
    const { body } = await request(catalog.app)
      .get('/api/try-on/acme/products')
      .set('Origin', 'https://acme.example');
    ({ src } = (body.products as ProductCard[])[0]!.image!);
  });
  afterEach(() => catalog.close());

  const get = (path: string) =>
    request(catalog.app)
      .get(path)
      .buffer(true)
      .parse((res, done) => {
        const chunks: Buffer[] = [];
        res
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () => done(null, Buffer.concat(chunks)));
      });
  const kept = async () =>
    (await catalog.blobs.list(`catalog/${store._id}/`, { limit: 100 })).map(({ key }) =>
      key.split('/').slice(3).join(),
    );

  for (const [width, format, expected] of [
    [160, 'avif', { format: 'heif', width: 160, height: 120 }],
    [320, 'webp', { format: 'webp', width: 320, height: 240 }],
    [640, 'webp', { format: 'webp', width: 400, height: 300 }],
  ] as const) {
    it(`makes ${width}.${format} on white, never larger than the image, to be cached for ever`, async () => {
      const { body, headers } = await get(`${src}/${width}.${format}`).expect(200);
      expect(headers).to.include({
        'content-type': `image/${format}`,
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(await sharp(body).metadata()).to.include({ ...expected, hasAlpha: false });
      const { dominant } = await sharp(body).stats();
      expect(dominant.r).to.be.above(240);
      expect(dominant.g).to.be.within(110, 145);
    });
  }

  it('makes each once and keeps it, also when many ask at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => get(`${src}/320.webp`).expect(200)));
    expect(new Set(all.map(({ body }) => (body as Buffer).toString('base64'))).size).to.equal(1);
    expect(await kept()).to.deep.equal(['', '320-webp']);
    await catalog.blobs.delete(`catalog/${store._id}/${src.split('/').at(-1)}`);
    await get(`${src}/320.webp`).expect(200);
  });

  it('is 304 for a browser that has it', async () => {
    const { headers } = await get(`${src}/160.webp`).expect(200);
    await request(catalog.app).get(`${src}/160.webp`).set('If-None-Match', headers.etag!).expect(304);
  });

  for (const [what, path] of [
    ['another width', () => `${src}/200.webp`],
    ['another format', () => `${src}/160.png`],
    ['the original', () => src],
    ['a name that is none', () => `${src}/160`],
    ['a picture that the catalog does not have', () => `/media/acme/${unknown}/160.webp`],
    ['a picture of another store', () => `${src.replace('acme', 'other')}/160.webp`],
    ['a store that does not exist', () => `${src.replace('acme', 'none')}/160.webp`],
    ['a path out of the folder', () => '/media/acme/..%2f..%2fsecret/160.webp'],
  ] as const) {
    it(`is 404 for ${what}`, async () => {
      const { headers } = await get(path()).expect(404);
      expect(headers['cache-control'] ?? '', 'a picture may be imported soon').not.to.contain('immutable');
      expect(headers).not.to.have.property('etag');
    });
  }

  it('is deleted with its image, and not before', async () => {
    await get(`${src}/320.webp`).expect(200);
    const remove = () =>
      deleteUnusedAssets(catalog, { store: store._id, before: new Date(Date.now() + 60_000) });
    expect(await remove()).to.equal(0);
    expect(await kept()).to.have.length(2);
    await catalog.database.products.deleteMany({ store: store._id });
    expect(await remove()).to.equal(1);
    expect(await kept()).to.deep.equal([]);
  });

  it('limits how many are made for one address, but not how many are shown', async () => {
    const limited = await openCatalogApp({ perAddress: 1 });
    try {
      await limited.store('acme');
      const ask = () => request(limited.app).get(`/media/acme/${unknown}/160.webp`);
      await ask().expect(404);
      expect((await ask().expect(429)).body.code).to.equal('RATE_LIMITED');
    } finally {
      await limited.close();
    }
  });
});
