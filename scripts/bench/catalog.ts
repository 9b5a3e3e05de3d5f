import { setTimeout } from 'node:timers/promises';
import { type Catalog, createCatalog, type MatchRequest } from '../../shared/catalog/catalog.ts';
import {
  type CatalogMemory,
  createCatalogMemory,
  type KnownProduct,
  knownFields,
} from '../../shared/catalog/catalog-memory.ts';
import {
  type ProductDoc,
  productDocId,
  productKeys,
  productsOf,
} from '../../shared/catalog/product-model.ts';
import type { Database } from '../../shared/database/database.ts';
import { driverOf } from '../../shared/database/driver.ts';
import { sha256Hex } from '../../shared/ids.ts';
import { createStoreDirectory } from '../../shared/stores/store-directory.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { createStore } from '../../shared/stores/stores.ts';
import { withBenchDatabase } from './bench-database.ts';
import { digits, markdownTable, met } from './report/markdown.ts';
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

export interface CatalogFigures {
  stores: number;
  variants: number;
  lookups: number;
  rows: CatalogRow[];
  /** How long it took until every catalog was in memory, seconds, and by how much the process grew, bytes. */
  filled: { seconds: number; bytes: number };
}

interface CatalogRow {
  name: string;
  p50: number;
  /** Of the quietest round and of the middle one. */
  p99: { min: number; median: number };
  /** Queries of the catalog, made as the API makes them. */
  counts: boolean;
}

/**
 * How long it takes to find a catalog product. Seeds stores and products, then asks for random ones as
 * `POST /visualize` does, one after the other, in this process.
 *
 * Other work on the machine takes the processor away for 4 ms at a time (a time slice of Linux), which a p99 of
 * 0.3 ms look-ups shows in full; so it is taken round by round, and a plain `ping` is measured beside the look-ups.
 */
export async function measureCatalog(
  mongoUri: string,
  { quick, say }: { quick: boolean; say: (line: string) => void },
): Promise<CatalogFigures> {
  const size = quick ? small : full;
  return withBenchDatabase(mongoUri, 'bench_catalog', async (database) => {
    await seed(database, size, say);
    return measure(database, size, say);
  });
}

const hostOf = (store: number) => `shop-${store}.example`;
const handleOf = (product: number) => `product-number-${product}`;
const productIdOf = (store: number, product: number) => String(7_000_000_000_000 + store * 10_000 + product);
const variantIdOf = (store: number, product: number, variant: number) =>
  String(40_000_000_000_000 + (store * 10_000 + product) * 100 + variant);

const variantsOf = (size: Size) => size.stores * size.productsPerStore * size.variantsPerProduct;

async function seed(database: Database, size: Size, say: (line: string) => void): Promise<void> {
  say(`catalog: seeding ${size.stores} stores with ${variantsOf(size)} variants …`);
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

const below = (max: number) => Math.floor(Math.random() * max);

/** Queries by their name in the table; each is for another product of another store. */
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

async function measure(database: Database, size: Size, say: (line: string) => void): Promise<CatalogFigures> {
  const stores = createStoreDirectory(database.stores);
  const memory = createCatalogMemory({
    load: (store) =>
      driverOf(database.products).find<KnownProduct>(productsOf(store), { projection: knownFields }),
  });
  const catalog = createCatalog({ products: database.products, stores, memory });
  const unread = createCatalog({
    products: database.products,
    stores,
    memory: { candidates: () => undefined },
  });
  const filled = await fill(database, memory);
  const rows = [
    { name: '(a bare `ping`)', counts: false, work: () => database.connection.db!.command({ ping: 1 }) },
    {
      name: 'variantId, in the database',
      counts: false,
      work: () => ask(unread, questions.variantId!(size), true),
    },
    ...Object.entries(questions).map(([name, question]) => {
      const known = !name.startsWith('no such');
      return { name, counts: true, work: () => ask(catalog, question(size), known) };
    }),
  ].map((row) => ({ ...row, rounds: [] as number[][] }));
  // In turn, so that other load on the machine affects all of them.
  for (let asked = 0; asked < size.lookups; asked += roundSize) {
    for (const { work, rounds } of rows) rounds.push(await timed(roundSize, work));
  }
  const figures = {
    stores: size.stores,
    variants: variantsOf(size),
    lookups: size.lookups,
    rows: rows.map(({ name, counts, rounds }) => ({ name, counts, ...summary(rounds) })),
    filled,
  };
  for (const { name, p50, p99 } of figures.rows)
    say(`${name}: p50 ${p50.toFixed(3)} p99 ${p99.median.toFixed(3)} ms`);
  return figures;
}

function summary(rounds: number[][]): Pick<CatalogRow, 'p50' | 'p99'> {
  const p99s = rounds.map((times) => percentile(times, 0.99));
  return { p50: percentile(rounds.flat(), 0.5), p99: { min: Math.min(...p99s), median: median(p99s) } };
}

/** As the first look-ups of each store do. */
async function fill(database: Database, memory: CatalogMemory): Promise<CatalogFigures['filled']> {
  const before = process.memoryUsage().rss;
  const startedAt = performance.now();
  for (const store of await database.stores.find().lean<StoreDoc[]>()) {
    while (!memory.candidates(store, [])) await setTimeout(1);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, bytes: process.memoryUsage().rss - before };
}

const roundSize = 500;

async function ask(catalog: Catalog, question: MatchRequest, known: boolean): Promise<void> {
  const found = await catalog.find(question);
  if ((found !== undefined) !== known) throw new Error(`Wrong result for ${JSON.stringify(question)}`);
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

/** The look-ups as Markdown. */
export function catalogTable({ stores, variants, lookups, rows, filled }: CatalogFigures): string {
  const head = ['Found by', 'look-ups', 'p50 ms', 'p99 ms, quietest round', 'p99 ms, median round', 'Goal'];
  const lines = rows.map(({ name, counts, p50, p99 }) => [
    name,
    String(lookups),
    digits(p50),
    digits(p99.min),
    digits(p99.median),
    counts ? `p99 < 1 ms: ${met(p99.median < 1)}` : '',
  ]);
  const memory = `in ${digits(filled.seconds)} s and takes ${Math.round(filled.bytes / 1e6)} MB`;
  const what = `${stores.toLocaleString('en')} stores, ${variants.toLocaleString('en')} variants`;
  return `${markdownTable([head, ...lines])}\n\n${what}; all of it comes into the memory of a process ${memory}.`;
}
