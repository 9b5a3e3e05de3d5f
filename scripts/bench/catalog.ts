/**
 * How long it takes to find a catalog product: `tsx scripts/bench/catalog.ts [--full]`. Seeds stores and
 * products, then asks for random ones as `POST /visualize` does, one after the other. MONGODB_URI names a
 * server to use (its database `bench_catalog` is dropped); without it the embedded development store.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Catalog, createCatalog, type MatchRequest } from '../../shared/catalog/catalog.ts';
import { type ProductDoc, productDocId, productKeys } from '../../shared/catalog/product-model.ts';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { sha256Hex } from '../../shared/ids.ts';
import { silentLogger } from '../../shared/log.ts';
import { createStoreDirectory } from '../../shared/stores/store-directory.ts';
import { createStore } from '../../shared/stores/stores.ts';
import { startEmbeddedMongo } from '../stores/embedded.ts';
import { withDatabase } from '../stores/throw-away.ts';
import { percentile } from './statistics.ts';

interface Size {
  stores: number;
  productsPerStore: number;
  variantsPerProduct: number;
  lookups: number;
}

const small: Size = { stores: 50, productsPerStore: 100, variantsPerProduct: 10, lookups: 5_000 };
const full: Size = { stores: 1_000, productsPerStore: 100, variantsPerProduct: 10, lookups: 50_000 };
const warmUp = 2_000;
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
  const catalog = createCatalog({ products: database.products, stores });
  for (let at = 0; at < warmUp; at += 1) await catalog.find(questions.variantId!(size));
  console.log('| Found by | look-ups | p50 ms | p99 ms | longest ms |\n|---|---|---|---|---|');
  for (const [name, question] of Object.entries(questions)) {
    const times = await timed(catalog, question, size, name.startsWith('no such'));
    const shown = [percentile(times, 0.5), percentile(times, 0.99), Math.max(...times)];
    console.log(`| ${name} | ${times.length} | ${shown.map((ms) => ms.toFixed(3)).join(' | ')} |`);
  }
  console.log(`Memory of this process: ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
}

async function timed(
  catalog: Catalog,
  question: (size: Size) => MatchRequest,
  size: Size,
  none: boolean,
): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < size.lookups; at += 1) {
    const asked = question(size);
    const before = performance.now();
    const found = await catalog.find(asked);
    times.push(performance.now() - before);
    if ((found === undefined) !== none) throw new Error(`Wrong answer to ${JSON.stringify(asked)}`);
  }
  return times;
}

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } });
await bench(values.full ? full : small);
