/**
 * How long it takes to find a catalog product: `tsx scripts/bench/catalog.ts [--full]`. Seeds stores and
 * products, then asks for random ones as `POST /visualize` does, one after the other. MONGODB_URI names a
 * server to use (its database `bench_catalog` is dropped); without it the embedded development store.
 *
 * Other work on the machine takes the processor away for 4 ms at a time (a time slice of Linux), which a p99 of
 * 0.3 ms look-ups shows in full; so it is taken round by round, and a bare `ping` stands beside the look-ups.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Catalog, createCatalog, type MatchRequest } from '../../shared/catalog/catalog.ts';
import { type CatalogMemory, createCatalogMemory } from '../../shared/catalog/catalog-memory.ts';
import {
  type ProductDoc,
  productDocId,
  productKeys,
  productsOf,
} from '../../shared/catalog/product-model.ts';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { sha256Hex } from '../../shared/ids.ts';
import { silentLogger } from '../../shared/log.ts';
import { createStoreDirectory } from '../../shared/stores/store-directory.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { createStore } from '../../shared/stores/stores.ts';
import { startEmbeddedMongo } from '../stores/embedded.ts';
import { withDatabase } from '../stores/throw-away.ts';
import { median, percentile } from './statistics.ts';

interface Size {
  stores: number;
  productsPerStore: number;
  variantsPerProduct: number;
  lookups: number;
}

const small: Size = { stores: 50, productsPerStore: 100, variantsPerProduct: 10, lookups: 5_000 };
const full: Size = { stores: 1_000, productsPerStore: 100, variantsPerProduct: 10, lookups: 20_000 };
const colors = ['Red', 'Blue', 'Green', 'Sand', 'Black'];

async function bench(size: Size): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'bench-catalog-'));
  const given = process.env.MONGODB_URI;
  const store = given ? undefined : await startEmbeddedMongo(dir);
  await store?.ready;
  const uri = withDatabase(given ?? store!.url, 'bench_catalog');
  const database = await openDatabase({ uri, log: silentLogger(), patienceMs: 10_000 });
  try {
    await database.connection.dropDatabase();
    await database.ensureIndexes();
    await seed(database, size);
    await measure(database, size);
    await database.connection.dropDatabase();
  } finally {
    await database.close();
    await store?.close();
    await rm(dir, { recursive: true, force: true });
  }
}

const hostOf = (store: number) => `shop-${store}.example`;
const handleOf = (product: number) => `product-number-${product}`;
const productIdOf = (store: number, product: number) => String(7_000_000_000_000 + store * 10_000 + product);
const variantIdOf = (store: number, product: number, variant: number) =>
  String(40_000_000_000_000 + (store * 10_000 + product) * 100 + variant);

async function seed(database: Database, size: Size): Promise<void> {
  const variants = size.stores * size.productsPerStore * size.variantsPerProduct;
  console.error(`Seeding ${size.stores} stores with ${variants} variants …`);
  for (let at = 0; at < size.stores; at += 1) {
    const { _id } = await createStore(database.stores, {
      account: 'acc_bench',
      slug: `shop-${at}`,
      hosts: [hostOf(at), `shop-${at}.platform.example`],
    });
    const products = Array.from({ length: size.productsPerStore }, (_, product) =>
      makeProduct(_id, at, product, size.variantsPerProduct),
    );
    await database.products.collection.insertMany(products as never[]);
  }
}

function makeProduct(storeId: string, store: number, product: number, variants: number): ProductDoc {
  const productId = productIdOf(store, product);
  const at = new Date();
  const made = {
    _id: productDocId(storeId, productId),
    store: storeId,
    productId,
    handle: handleOf(product),
    handleHistory: [`old-${handleOf(product)}`],
    title: `Product ${product}`,
    category: 'sofa',
    tags: ['living room'],
    variants: Array.from({ length: variants }, (_, variant) => ({
      variantId: variantIdOf(store, product, variant),
      color: colors[variant % colors.length]!,
    })),
    assets: colors.map((color) => ({
      image: {
        blob: `catalog/${storeId}/${sha256Hex(`${store}/${product}/${color}`)}`,
        mime: 'image/jpeg' as const,
        width: 2048,
        height: 2048,
        bytes: 500_000,
      },
      source: `https://cdn.example/${store}/${product}/${color}.jpg`,
      variantIds: [],
      color,
    })),
    digest: sha256Hex(productId),
    missingAssets: 0,
    revision: 1,
    createdAt: at,
    updatedAt: at,
  };
  return { ...made, keys: productKeys(made) };
}

const below = (most: number) => Math.floor(Math.random() * most);

/** What is asked, by its name in the table; each is another product of another store. */
const questions: Record<string, (size: Size) => MatchRequest> = {
  variantId: (size) => {
    const [store, product] = [below(size.stores), below(size.productsPerStore)];
    const variantId = variantIdOf(store, product, below(size.variantsPerProduct));
    return { productUrl: `https://www.${hostOf(store)}/products/${handleOf(product)}`, variantId };
  },
  productId: (size) => {
    const [store, product] = [below(size.stores), below(size.productsPerStore)];
    return { productUrl: `https://${hostOf(store)}/`, productId: productIdOf(store, product), color: 'Blue' };
  },
  'handle and color': (size) => ({
    productUrl: `https://${hostOf(below(size.stores))}/en-gb/collections/all/products/${handleOf(below(size.productsPerStore))}?utm_source=x`,
    color: 'sand',
  }),
  'old handle': (size) => ({
    productUrl: `https://shop-${below(size.stores)}.platform.example/products/old-${handleOf(below(size.productsPerStore))}`,
  }),
  'no such product': (size) => ({ productUrl: `https://${hostOf(below(size.stores))}/products/nothing` }),
  'no such store': () => ({ productUrl: 'https://shop-1.example.evil.example/products/product-number-1' }),
};

async function measure(database: Database, size: Size): Promise<void> {
  const stores = createStoreDirectory(database.stores);
  const memory = createCatalogMemory({
    load: (store) => database.products.collection.find<ProductDoc>(productsOf(store) as never),
  });
  const catalog = createCatalog({ products: database.products, stores, memory });
  const unread = createCatalog({
    products: database.products,
    stores,
    memory: { candidates: () => undefined },
  });
  await fill(database, memory);
  const rows = [
    { name: '(a bare `ping`)', work: () => database.connection.db!.command({ ping: 1 }) },
    {
      name: 'variantId, in the database',
      work: () => ask(unread, questions.variantId!(size), true),
    },
    ...Object.entries(questions).map(([name, question]) => {
      const known = !name.startsWith('no such');
      return { name, work: () => ask(catalog, question(size), known) };
    }),
  ].map((row) => ({ ...row, rounds: [] as number[][] }));
  // In turn, so that a loud minute is everybody's.
  for (let asked = 0; asked < size.lookups; asked += roundSize) {
    for (const { work, rounds } of rows) rounds.push(await timed(roundSize, work));
  }
  console.log('| Found by | look-ups | p50 ms | p99 ms, quietest round | p99 ms, median round |');
  console.log('|---|---|---|---|---|');
  for (const { name, rounds } of rows) {
    const p99s = rounds.map((times) => percentile(times, 0.99));
    const shown = [percentile(rounds.flat(), 0.5), Math.min(...p99s), median(p99s)];
    console.log(`| ${name} | ${size.lookups} | ${shown.map((ms) => ms.toFixed(3)).join(' | ')} |`);
  }
  console.log(`Memory of this process: ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
}

/** As the first look-ups of each store do. */
async function fill(database: Database, memory: CatalogMemory): Promise<void> {
  const before = process.memoryUsage().rss;
  const startedAt = performance.now();
  for (const store of await database.stores.find().lean<StoreDoc[]>()) {
    while (!memory.candidates(store, [])) await setTimeout(1);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const grown = Math.round((process.memoryUsage().rss - before) / 1e6);
  console.error(`The catalogs came into memory in ${seconds} s and take ${grown} MB.`);
}

const roundSize = 500;

async function ask(catalog: Catalog, question: MatchRequest, known: boolean): Promise<void> {
  const found = await catalog.find(question);
  if ((found !== undefined) !== known) throw new Error(`Wrong answer to ${JSON.stringify(question)}`);
}

async function timed(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const before = performance.now();
    await work();
    times.push(performance.now() - before);
  }
  return times;
}

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } });
await bench(values.full ? full : small);
