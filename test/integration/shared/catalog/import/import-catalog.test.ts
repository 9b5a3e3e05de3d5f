import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import type { BlobStorage } from '../../../../../shared/blobs/blob-storage.ts';
import { DiskStorage } from '../../../../../shared/blobs/disk-storage.ts';
import { type Catalog, createCatalog } from '../../../../../shared/catalog/catalog.ts';
import {
  type ImportCounts,
  importCatalog,
  type RowReport,
} from '../../../../../shared/catalog/import/import-catalog.ts';
import { openCatalogSource, parseFormat } from '../../../../../shared/catalog/import/open-source.ts';
import type { CatalogFormat } from '../../../../../shared/catalog/import/recognise-format.ts';
import { type ProductDoc, productDocId } from '../../../../../shared/catalog/product-model.ts';
import { deleteUnusedAssets } from '../../../../../shared/catalog/unused-assets.ts';
import { type Database, openDatabase } from '../../../../../shared/database/database.ts';
import { silentLogger } from '../../../../../shared/log.ts';
import { createOutbound, type Outbound } from '../../../../../shared/outbound/outbound.ts';
import { createStoreDirectory } from '../../../../../shared/stores/store-directory.ts';
import { createStore } from '../../../../../shared/stores/stores.ts';
import { freshDatabase } from '../../../../support/backends.ts';
import { type Shop, startShop } from '../../../../support/catalog/shop.ts';

describe('importing a catalog', () => {
  let dir: string;
  let shop: Shop;
  let database: Database;
  let blobs: BlobStorage;
  let outbound: Outbound;
  let catalog: Catalog;
  let store: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
    shop = await startShop();
    database = await openDatabase({ uri: await freshDatabase(), log: silentLogger(), selectionMs: 3000 });
    await database.ensureIndexes();
    blobs = new DiskStorage(join(dir, 'blobs'));
    outbound = createOutbound({ allow: [shop.hostPort] });
    catalog = createCatalog({
      products: database.products,
      stores: createStoreDirectory(database.stores, 0),
    });
    const made = { account: 'acc_1', slug: 'acme', hosts: ['acme.example'] };
    store = (await createStore(database.stores, made))._id;
  });
  afterEach(async () => {
    await Promise.all([shop.close(), database.close(), blobs.close(), outbound.close()]);
    await rm(dir, { recursive: true, force: true });
  });

  interface Imported {
    counts: ImportCounts;
    reports: RowReport[];
  }

  async function importFrom(from: string, format: CatalogFormat, change = {}, more = {}): Promise<Imported> {
    const reports: RowReport[] = [];
    const { signal } = new AbortController();
    const tools = { outbound, spoolDir: dir, retryPauseMs: 1, signal };
    const counts = await importCatalog(
      { ...tools, ...database, blobs, fetchTimeoutMs: 30_000, ...more },
      {
        store,
        signal,
        rows: openCatalogSource(tools, from, format),
        onRow: (report) => void reports.push(report),
        ...change,
      },
    );
    reports.sort((a, b) => a.row - b.row);
    return { counts, reports };
  }

  async function importText(text: string, format: CatalogFormat, change = {}, more = {}): Promise<Imported> {
    const path = join(dir, 'source');
    await writeFile(path, text);
    return importFrom(path, format, change, more);
  }

  const importJson = (products: object[], change = {}, more = {}) =>
    importText(JSON.stringify({ products }), 'json', change, more);
  const jpeg = () =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: '#f00' } })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
  const picture = (number: number) => `${shop.origin}/img/${number}.jpg`;
  const stored = async (productId: string) =>
    (await database.products.findById(productDocId(store, productId)).lean<ProductDoc>())!;
  const found = async (productUrl: string) => (await catalog.find({ productUrl }))?.product.productId;
  const kept = () => blobs.list(`catalog/${store}/`, { limit: 1000 });

  it('brings in products with variants and images, which a request then finds', async () => {
    const { counts, reports } = await importJson([
      {
        productId: 1,
        handle: 'Sofa',
        images: [picture(1)],
        variants: [{ variantId: 11, color: 'Red', images: [picture(2)] }],
      },
      { productId: 2, handle: 'chair' },
    ]);
    expect(counts).to.deep.equal({
      created: 2,
      updated: 0,
      unchanged: 0,
      failed: 0,
      variants: 1,
      fetched: 2,
      missing: 0,
      lacking: { price: 2, category: 2, title: 2, picture: 1 },
    });
    expect(reports).to.deep.equal([
      { row: 1, outcome: 'created', productId: '1', lacks: ['price', 'category', 'title'] },
      { row: 2, outcome: 'created', productId: '2', lacks: ['price', 'category', 'title', 'picture'] },
    ]);
    const { assets } = (await catalog.find({ productUrl: 'https://acme.example/products/sofa?variant=11' }))!;
    expect(assets.map(({ width }) => width)).to.deep.equal([42, 41]);
    for (const { blob, bytes } of assets) {
      expect(blob).to.match(new RegExp(`^catalog/${store}/[0-9a-f]{64}$`));
      expect((await blobs.stat(blob))?.bytes).to.equal(bytes);
    }
    expect((await readdir(dir)).sort(), 'no file is left in the spool').to.deep.equal(['blobs', 'source']);
  });

  it('changes nothing and fetches nothing in a second run', async () => {
    const products = [{ productId: 1, handle: 'sofa', title: 'Sofa', images: [picture(1)] }];
    await importJson(products);
    const before = await stored('1');
    shop.asked.length = 0;
    const { counts } = await importJson(products);
    expect(counts).to.include({ created: 0, updated: 0, unchanged: 1, fetched: 0 });
    expect(shop.asked).to.deep.equal([]);
    expect(await stored('1')).to.deep.equal(before);
  });

  it('updates what differs, fetching only images that are new', async () => {
    await importJson([{ productId: 1, handle: 'sofa', images: [picture(1), picture(2)] }]);
    shop.asked.length = 0;
    const { reports } = await importJson([
      { productId: 1, handle: 'sofa', title: 'Sofa', images: [picture(3), picture(1)] },
    ]);
    expect(reports[0]!.outcome).to.equal('updated');
    expect(shop.asked).to.deep.equal(['/img/3.jpg']);
    const { title, assets } = await stored('1');
    expect([title, ...assets.map(({ image }) => image.width)]).to.deep.equal(['Sofa', 43, 41]);
  });

  it('fills what a product of an earlier release lacks, without fetching its images again', async () => {
    const products = [{ productId: 1, handle: 'sofa', images: [picture(1)] }];
    await importJson(products);
    const lacking = {
      $unset: { position: 1, 'assets.$[].average': 1 },
      $set: { digest: 'of an earlier release' },
    };
    await database.products.updateOne({}, lacking);
    shop.asked.length = 0;
    await importJson([{ ...products[0], price: '5.00', currency: 'EUR' }]);
    expect(shop.asked).to.deep.equal([]);
    const { position, price, currency, assets } = await stored('1');
    expect([position, price, currency]).to.deep.equal([1, 500, 'EUR']);
    expect(assets[0]!.average).to.match(/^#[0-9a-f]{6}$/);
  });

  it('notes the order of the source, and what changes places is updated', async () => {
    const [sofa, chair] = [
      { productId: 1, handle: 'sofa' },
      { productId: 2, handle: 'chair' },
    ];
    await importJson([sofa, chair]);
    expect((await importJson([chair, sofa])).counts).to.include({ updated: 2 });
    expect([(await stored('2')).position, (await stored('1')).position]).to.deep.equal([1, 2]);
  });

  describe('with images beside a local file', () => {
    const beside = async (name: string) =>
      (
        await importJson(
          [{ productId: 1, handle: 'sofa', images: [name] }],
          {},
          { imageFolder: join(dir, 'files') },
        )
      ).reports[0]!;

    beforeEach(async () => {
      await mkdir(join(dir, 'files'));
      await writeFile(join(dir, 'secret.jpg'), await jpeg());
      await writeFile(join(dir, 'files', 'sofa.jpg'), await jpeg());
    });

    it('reads them', async () => {
      expect(await beside('sofa.jpg'))
        .to.include({ outcome: 'created' })
        .and.not.have.property('missing');
      const [asset] = (await stored('1')).assets;
      expect([asset!.source, asset!.average, asset!.ground]).to.deep.equal([
        'sofa.jpg',
        '#fe0000',
        '#fe0000',
      ]);
    });

    it('reads no file that a link in the folder leads to outside of it', async () => {
      await symlink(join(dir, 'secret.jpg'), join(dir, 'files', 'link.jpg'));
      expect((await beside('link.jpg')).missing![0]!.reason).to.contain('outside the folder');
    });

    it('says which file is not there', async () => {
      expect((await beside('chair.jpg')).missing).to.deep.equal([
        { url: 'chair.jpg', reason: 'is not a URL, and there is no such file beside the catalog.' },
      ]);
    });

    it('reads none for a catalog that was fetched', async () => {
      const { reports } = await importJson([{ productId: 1, handle: 'sofa', images: ['sofa.jpg'] }]);
      expect(reports[0]!.missing![0]!.reason).to.contain('only a catalog in a local file');
    });
  });

  it('fetches known images again only with refetch', async () => {
    const products = [{ productId: 1, handle: 'sofa', images: [picture(1)] }];
    await importJson(products);
    shop.asked.length = 0;
    expect((await importJson(products, { refetch: true })).reports[0]!.outcome).to.equal('unchanged');
    expect(shop.asked).to.deep.equal(['/img/1.jpg']);
  });

  it('keeps the handles a product had, through several renamings and back', async () => {
    for (const handle of ['couch', 'divan', 'Sofa', 'couch']) {
      await importJson([{ productId: 1, handle, previousHandles: ['settee'] }]);
    }
    expect((await stored('1')).handleHistory).to.deep.equal(['sofa', 'settee', 'divan']);
    for (const handle of ['couch', 'divan', 'sofa', 'settee']) {
      expect(await found(`https://acme.example/products/${handle}`), handle).to.equal('1');
    }
    await importJson([{ productId: 2, handle: 'divan' }]);
    expect(await found('https://acme.example/products/divan'), 'now another product').to.equal('2');
  });

  it('leaves products alone that the source does not contain', async () => {
    await importJson([{ productId: 1, handle: 'sofa' }]);
    await importJson([{ productId: 2, handle: 'chair' }]);
    expect(await database.products.countDocuments()).to.equal(2);
  });

  it('reports each row that cannot be imported, with its reason, and imports the others', async () => {
    const text = `[{"productId":1,"handle":"sofa"},{"productId":2},
      {"productId":1,"handle":"again"},{"productId":4,"handle":"lamp"}]`;
    const { counts, reports } = await importText(text, 'json');
    expect(counts).to.include({ created: 2, failed: 2 });
    expect(reports.map(({ row, outcome, reason }) => [row, outcome, reason?.slice(0, 23)])).to.deep.equal([
      [1, 'created', undefined],
      [2, 'failed', 'handle is required.'],
      [3, 'failed', 'productId is already us'],
      [4, 'created', undefined],
    ]);
    expect((await stored('1')).handle).to.equal('sofa');
  });

  it('imports a product without the images that cannot be fetched, and tries those again the next time', async () => {
    shop.serve['/img/5.jpg'] = 404;
    shop.serve['/page.jpg'] = '<html>oops</html>';
    const products = [
      {
        productId: 1,
        handle: 'sofa',
        images: [picture(5), picture(1), `${shop.origin}/page.jpg`, 'https://169.254.169.254/x.jpg'],
      },
    ];
    const { counts, reports } = await importJson(products);
    expect(counts).to.include({ created: 1, failed: 0, fetched: 1, missing: 3 });
    expect(reports[0]!.missing!.map(({ url }) => new URL(url).pathname)).to.deep.equal([
      '/img/5.jpg',
      '/page.jpg',
      '/x.jpg',
    ]);
    expect(reports[0]!.missing![0]!.reason).to.contain('404');
    expect((await importJson(products)).reports[0]!.outcome).to.equal('unchanged');
    delete shop.serve['/img/5.jpg'];
    expect((await importJson(products)).reports[0]!.outcome).to.equal('updated');
    expect((await stored('1')).assets.map(({ image }) => image.width)).to.deep.equal([45, 41]);
  });

  it('tries again what a shop throttles', async () => {
    shop.serve['/img/1.jpg'] = [429, 503];
    const { counts } = await importJson([{ productId: 1, handle: 'sofa', images: [picture(1)] }]);
    expect(counts).to.include({ fetched: 1, missing: 0 });
    expect(shop.asked).to.have.length(3);
  });

  it('keeps an image once, however many products and URLs show it', async () => {
    const products = Array.from({ length: 20 }, (_, at) => ({
      productId: at,
      handle: `p-${at}`,
      images: [picture(1), `${picture(1)}?v=${at % 2}`],
    }));
    await importJson(products);
    expect(await kept()).to.have.length(1);
    expect(new Set(shop.asked).size, 'each URL is fetched once').to.equal(shop.asked.length);
  });

  it('fetches at most as many images at once as its concurrency', async () => {
    const products = Array.from({ length: 12 }, (_, at) => ({
      productId: at,
      handle: `p-${at}`,
      images: [picture(at * 2), picture(at * 2 + 1)],
    }));
    await importJson(products, { concurrency: 3 });
    expect(shop.busiest()).to.equal(3);
  });

  it('does not lose a handle when two imports rename a product at once', async () => {
    await importJson([{ productId: 1, handle: 'first' }]);
    await Promise.all([
      importText('[{"productId":1,"handle":"second"}]', 'json'),
      importFrom(await file('other', '[{"productId":1,"handle":"third"}]'), 'json'),
    ]);
    const { handle, handleHistory, revision } = await stored('1');
    expect([handle, ...handleHistory].sort()).to.deep.equal(['first', 'second', 'third']);
    expect(revision).to.equal(3);
  });

  async function file(name: string, text: string): Promise<string> {
    await writeFile(join(dir, name), text);
    return join(dir, name);
  }

  it('stops at once when its signal aborts, and keeps what it has done', async () => {
    const stop = new AbortController();
    const rows = (async function* () {
      for (let at = 1; at <= 1000; at += 1) yield { row: at, value: { productId: at, handle: `p-${at}` } };
    })();
    const tools = { outbound, spoolDir: dir, retryPauseMs: 1, blobs, fetchTimeoutMs: 1000 };
    const failure = await importCatalog(
      { ...tools, ...database },
      { store, rows, signal: stop.signal, onRow: ({ row }) => void (row === 20 && stop.abort('enough')) },
    ).catch((error: unknown) => error);
    expect(failure).to.equal('enough');
    // Several rows are in progress at once, and some may overtake the one that stops the import.
    expect(await database.products.countDocuments()).to.be.within(20, 200);
  });

  it('reads CSV: neighbouring rows of one product are one product', async () => {
    const { counts, reports } = await importText(
      [
        'product_id,handle,title,tags,images,variant_id,color,variant_images',
        `1,sofa,"Sofa, large",linen|wide,${picture(1)},11,Red,${picture(2)}`,
        `1,,,,,12,Blue,"${picture(3)} | ${picture(4)}"`,
        ',nobody,,,,,,',
        '2,chair,Chair,,,,,',
        '3,lamp,too,few',
      ].join('\r\n'),
      'csv',
    );
    expect(counts).to.include({ created: 2, failed: 2, variants: 2, fetched: 4 });
    expect(reports.map(({ row, outcome }) => [row, outcome])).to.deep.equal([
      [2, 'created'],
      [4, 'failed'],
      [5, 'created'],
      [6, 'failed'],
    ]);
    const { title, tags, variants, assets } = await stored('1');
    expect([title, tags]).to.deep.equal(['Sofa, large', ['linen', 'wide']]);
    expect(variants).to.deep.equal([
      { variantId: '11', color: 'Red' },
      { variantId: '12', color: 'Blue' },
    ]);
    expect(assets.map(({ image, color }) => [image.width, color])).to.deep.equal([
      [41, undefined],
      [42, 'Red'],
      [43, 'Blue'],
      [44, 'Blue'],
    ]);
  });

  it('reads CSV as a spreadsheet saves it: semicolons, empty columns and rows', async () => {
    const { counts, reports } = await importText(
      ['product_id;handle;title;;', '1;sofa;"Sofa; large";;', ';;;;', '2;chair;;;note', ''].join('\r\n'),
      'csv',
    );
    expect(counts).to.include({ created: 1, failed: 1 });
    expect((await stored('1')).title).to.equal('Sofa; large');
    expect(reports.find(({ outcome }) => outcome === 'failed')).to.include({
      row: 4,
      reason: 'has text in column 5, which has no name',
    });
  });

  it('keeps no product of endless rows in memory', async () => {
    const rows = Array.from({ length: 2_600 }, (_, at) => `1,sofa,${at + 1}`);
    const { counts, reports } = await importText(['product_id,handle,variant_id', ...rows].join('\n'), 'csv');
    expect(counts).to.include({ created: 0, failed: 1 });
    expect(reports[0]!.reason).to.include('more than 2500 rows');
  });

  for (const [name, text, message] of [
    ['without product_id', 'handle,title\r\na,b\r\n', 'column product_id is missing'],
    ['with an unknown column', 'product_id,handle,prize\r\n', '"prize" is unknown'],
    ['that is empty', '', 'empty'],
    ['with a column that is there twice', 'product_id,handle,handle\r\n', 'column handle is there twice'],
  ] as const) {
    it(`refuses a CSV file ${name}`, async () => {
      const error = await importText(text, 'csv').catch((thrown: unknown) => thrown);
      expect(String(error)).to.contain(message);
    });
  }

  const shopifyProduct = (id: number) => ({
    id,
    handle: `p-${id}`,
    title: `Product ${id}`,
    options: [{ name: 'Color' }],
    variants: [{ id: id * 10, option1: 'Red' }],
    images: [{ src: picture(id % 3), variant_ids: [id * 10] }],
  });
  const page = (number: number) => `/products.json?limit=250&page=${number}`;

  it("reads the pages of a shop's products.json until an empty one", async () => {
    const ids = Array.from({ length: 250 }, (_, at) => at + 1);
    shop.serve[page(1)] = JSON.stringify({ products: ids.map(shopifyProduct) });
    shop.serve[page(2)] = [429, JSON.stringify({ products: [shopifyProduct(251)] })];
    shop.serve[page(3)] = '{"products":[]}';
    const { counts } = await importFrom(shop.origin, 'shopify');
    expect(counts).to.include({ created: 251, failed: 0, variants: 251, missing: 0 });
    const pages = shop.asked.filter((path) => path.startsWith('/products.json'));
    expect(pages).to.deep.equal([page(1), page(2), page(2), page(3)]);
  });

  it('waits for a shop that throttles longer than for an image', async () => {
    shop.serve[page(1)] = [429, 429, 429, 429, JSON.stringify({ products: [shopifyProduct(1)] })];
    shop.serve[page(2)] = '{"products":[]}';
    expect((await importFrom(shop.origin, 'shopify')).counts).to.include({ created: 1 });
  });

  it('says what to do where Shopify serves no further page', async () => {
    const one = (id: number) => JSON.stringify({ products: [{ id, handle: `p-${id}` }] });
    for (let at = 1; at <= 100; at += 1) shop.serve[page(at)] = one(at);
    shop.serve[page(101)] = [400, ''];
    const error = await importFrom(shop.origin, 'shopify').catch((thrown: unknown) => thrown);
    expect((error as Error).message)
      .to.include('no more than 25000 products')
      .and.include('--format shopify');
    expect(await database.products.countDocuments()).to.equal(100);
  });

  it('ends at a shop that returns the same page every time', async () => {
    const same = JSON.stringify({ products: [shopifyProduct(1)] });
    for (let at = 1; at <= 5; at += 1) shop.serve[page(at)] = same;
    expect((await importFrom(`${shop.origin}/products.json`, 'shopify')).counts).to.include({ created: 1 });
    expect(shop.asked.filter((path) => path.startsWith('/products.json'))).to.have.length(2);
  });

  it('reads the pages of a WooCommerce shop, each with its variations', async () => {
    const path = '/wp-json/wc/store/v1/products';
    const order = 'orderby=id&order=asc';
    const plain = (id: number) => ({ id, slug: `p-${id}`, name: `Product ${id}` });
    const variations = [{ id: 21, attributes: [{ name: 'Color', value: 'red' }] }];
    const attributes = [{ name: 'Color', has_variations: true, terms: [{ name: 'Red', slug: 'red' }] }];
    const red = { id: 21, parent: 2, images: [{ src: picture(2) }], is_in_stock: false };
    const ofPage = `${path}?per_page=100&page=1&${order}&type=variation&parent=2`;
    shop.serve[`${path}?per_page=100&page=1&${order}`] = JSON.stringify([
      plain(1),
      { ...plain(2), attributes, variations },
    ]);
    shop.serve[ofPage] = JSON.stringify([red]);
    shop.serve[ofPage.replace('&page=1', '&page=2')] = '[]';
    shop.serve[`${path}?per_page=100&page=2&${order}`] = [503, JSON.stringify([plain(3)])];
    shop.serve[`${path}?per_page=100&page=3&${order}`] = '[]';
    const { counts, reports } = await importFrom(shop.origin + path, parseFormat(shop.origin + path)!);
    expect(counts).to.include({ created: 3, failed: 0, variants: 1, fetched: 1, missing: 0 });
    expect(reports.map(({ row }) => row)).to.deep.equal([1, 2, 3]);
    const { variants, assets } = await stored('2');
    expect(variants[0]).to.include({ variantId: '21', color: 'Red', available: false });
    expect(assets[0]!.variantIds).to.deep.equal(['21']);
  });

  it('fetches a file through the outbound guard', async () => {
    shop.serve['/feed.json'] = '[{"productId":1,"handle":"sofa"}]';
    expect((await importFrom(`${shop.origin}/feed.json`, 'json')).counts.created).to.equal(1);
    for (const inside of ['https://127.0.0.1:9/feed.json', 'http://example.com/feed.json']) {
      const error = await importFrom(inside, 'json').catch((thrown: unknown) => thrown);
      expect((error as Error).name).to.equal('OutboundRefused');
    }
  });

  it('detects the format by the name', () => {
    expect(
      [
        ...[
          'a.csv',
          'https://x.example/a.CSV?x=1',
          'https://x.example',
          'https://x.example/en/products.json',
        ],
        'https://x.example/shop/wp-json/wc/store/v1/products',
      ].map(parseFormat),
    ).to.deep.equal(['csv', 'csv', 'shopify', 'shopify', 'woocommerce']);
    expect(['a.json', 'products.json', 'https://x.example/feed'].map(parseFormat)).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('deletes images that no product uses, but none that an open render still reads', async () => {
    await importJson([{ productId: 1, handle: 'sofa', images: [1, 2, 3].map(picture) }]);
    const [first, second, third] = (await stored('1')).assets.map(({ image }) => image);
    await importJson([{ productId: 1, handle: 'sofa', images: [picture(1)] }]);
    await database.renders.collection.insertOne({
      _id: 'rnd_1',
      state: 'queued',
      products: [{ images: [second] }],
    } as never);
    const soon = new Date(Date.now() + 1000);
    const long = new Date(Date.now() - 60_000);
    expect(await deleteUnusedAssets({ database, blobs }, { store, before: long })).to.equal(0);
    expect(await deleteUnusedAssets({ database, blobs }, { store, before: soon })).to.equal(1);
    expect((await kept()).map(({ key }) => key).sort()).to.deep.equal([first!.blob, second!.blob].sort());
    expect(await blobs.stat(third!.blob)).to.equal(null);
    await database.renders.collection.updateOne({ _id: 'rnd_1' as never }, { $set: { state: 'failed' } });
    expect(await deleteUnusedAssets({ database, blobs }, { store, before: soon })).to.equal(1);
  });
});
