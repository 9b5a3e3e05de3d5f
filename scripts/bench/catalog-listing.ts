import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createListing, type Listing } from '../../shared/catalog/listing/listing.ts';
import type { ListingQuestion } from '../../shared/catalog/listing/listing-index.ts';
import { type ProductDoc, productDocId, productKeys } from '../../shared/catalog/product-model.ts';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { sha256Hex } from '../../shared/ids.ts';
import { silentLogger } from '../../shared/log.ts';
import { collectGarbage } from '../../shared/process/collect-garbage.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { createStore } from '../../shared/stores/stores.ts';
import { databaseUri } from '../backends/throw-away.ts';
import { digits, markdownTable, met } from './report/markdown.ts';
import { median, percentile } from './statistics.ts';

interface Size {
  products: number;
  rounds: number;
}

const small: Size = { products: 2_000, rounds: 3 };
const full: Size = { products: 20_000, rounds: 5 };
/** Questions of each kind in a round. */
const roundSize = 200;

export interface ListingFigures {
  products: number;
  asked: number;
  rows: ListingRow[];
  /** Of the first listing, which waits for the index: seconds, the longest stall of the event loop, and heap. */
  built: { seconds: number; stallMs: number; bytes: number };
}

interface ListingRow {
  name: string;
  /** CPU time of this process for a question, milliseconds: what other work on the machine changes least. */
  cpu: { p50: number; p99: number };
  p50: number;
  p99: { min: number; median: number };
}

/** Milliseconds of each question, and of the CPU for it. */
interface Round {
  times: number[];
  cpu: number[];
}

const databaseName = 'bench_catalog_listing';

/**
 * How long pages and searches of a large catalog take, in this process, with the JSON of their response. Other work
 * on the machine takes the processor away for 4 ms at a time, so the p99 is taken round by round.
 */
export async function measureCatalogListing(
  mongoUri: string,
  { quick, say }: { quick: boolean; say: (line: string) => void },
): Promise<ListingFigures> {
  const size = quick ? small : full;
  const uri = databaseUri(mongoUri, databaseName);
  const database = await openDatabase({ uri, log: silentLogger(), selectionMs: 10_000 });
  try {
    await database.connection.dropDatabase();
    await database.ensureIndexes();
    const made = { account: 'acc_bench', slug: 'bench', hosts: ['bench.example'] };
    const store = await createStore(database.stores, made);
    say(`catalog-listing: seeding ${size.products} products …`);
    await seed(database, store._id, size.products);
    return await measure(database, store, size, say);
  } finally {
    await database.connection.dropDatabase();
    await database.close();
  }
}

const looks = 'grey tan soft slim tall round woven quilted ribbed cropped vintage modern nordic rustic'.split(
  ' ',
);
const materials =
  'linen cotton wool leather velvet oak walnut steel glass marble canvas denim suede jersey'.split(' ');
const nouns =
  'sofa armchair table lamp rug cushion vase shelf stool bench shirt hoodie dress jeans jacket sneaker boot beanie scarf bag'.split(
    ' ',
  );
const syllables = 'al va mi ro ta ne ku sa li do ber gen hol mar tin os fre ja lu vi'.split(' ');
const colors = ['Red', 'Blue', 'Green', 'Sand', 'Black', 'White', 'Rust', 'Navy'];
const departments = ['Home', 'Clothing', 'Outdoor', 'Kids'];

const pick = <T>(list: T[], seed: number): T => list[seed % list.length]!;

/** Names that differ, as those of models do: `almita`. */
const nameOf = (at: number) =>
  [at, at / 20, at / 400].map((part) => pick(syllables, Math.floor(part))).join('');

/** As words are spread in texts: the n-th commonest of 4,000 is about as frequent as 1/n. */
const commonWord = (seed: number) => {
  const share = ((seed * 7919) % 10_007) / 10_007;
  const rank = Math.floor(4_000 ** share);
  return pick([...looks, ...materials, ...nouns].concat(rank > 48 ? [nameOf(rank)] : []), rank);
};

const sentence = (at: number) =>
  Array.from({ length: 30 }, (_, word) => commonWord(at * 31 + word)).join(' ');

function makeProduct(store: string, at: number): ProductDoc {
  const productId = String(7_000_000 + at);
  const now = new Date(1_700_000_000_000 + ((at * 7919) % 10_000_000) * 1000);
  const price = 500 + ((at * 104_729) % 200_000);
  const [first, second] = [pick(colors, at), pick(colors, at + 3)];
  const made = {
    _id: productDocId(store, productId),
    store,
    productId,
    handle: `product-${at}`,
    handleHistory: [],
    title: `${nameOf(at)} ${pick(looks, at)} ${pick(materials, Math.floor(at / 7))} ${pick(nouns, at)}`,
    category: pick(nouns, at),
    categoryPath: [pick(departments, at), pick(materials, Math.floor(at / 7)), pick(nouns, at)],
    tags: [pick(looks, at * 3), pick(materials, at * 5)],
    description: sentence(at),
    currency: 'EUR',
    position: at + 1,
    publishedAt: now,
    options: [{ name: 'Color', values: [{ value: first }, { value: second }] }],
    variants: Array.from({ length: 8 }, (_, variant) => ({
      variantId: `${productId}${variant}`,
      color: variant % 2 ? first : second,
      options: [variant % 2 ? first : second],
      price,
      available: at % 9 !== 0,
    })),
    assets: [1, 2, 3, 4].map((number) => ({
      image: {
        blob: `catalog/${store}/${sha256Hex(`${at}/${number}`)}`,
        mime: 'image/jpeg' as const,
        width: 2048,
        height: 2048,
        bytes: 500_000,
      },
      source: `https://cdn.example/${at}/${number}.jpg`,
      variantIds: [],
      average: '#aabbcc',
    })),
    digest: sha256Hex(productId),
    missingAssets: 0,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  return { ...made, keys: productKeys(made) };
}

async function seed(database: Database, store: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += 500) {
    const length = Math.min(500, count - from);
    const products = Array.from({ length }, (_, at) => makeProduct(store, from + at));
    await database.products.collection.insertMany(products as never[]);
  }
}

const below = (max: number) => Math.floor(Math.random() * max);
const any = <T>(list: T[]): T => list[below(list.length)]!;
/** As typing on a telephone does. */
const mistyped = (word: string) => word.slice(0, 2) + word.slice(3);

type Asked = Omit<ListingQuestion, 'limit' | 'sort'> & Partial<Pick<ListingQuestion, 'sort'>>;

const questions: Record<string, (size: Size) => Asked> = {
  'the first page': () => ({}),
  'a category, a colour and a price range, cheapest first': () => ({
    category: any(departments),
    color: any(colors),
    minPrice: below(50_000),
    maxPrice: 50_000 + below(150_000),
    sort: 'price-low',
  }),
  'what is available, newest first': () => ({ available: true, sort: 'newest' }),
  'a search for one word': () => ({ q: any(nouns) }),
  'a search for two letters': () => ({ q: any([...nouns, ...materials]).slice(0, 2) }),
  'a search for a name with a typing mistake': ({ products }) => ({ q: mistyped(nameOf(below(products))) }),
  'a search for three words, the last not finished': () => ({
    q: `${any(looks)} ${any(materials)} ${any(nouns).slice(0, 3)}`,
  }),
  'a search within a category, cheapest first': () => ({
    q: any(materials),
    category: any(departments),
    sort: 'price-low',
  }),
};

async function measure(
  database: Database,
  store: StoreDoc,
  size: Size,
  say: (line: string) => void,
): Promise<ListingFigures> {
  const listing = createListing({ products: database.products, onTooMany: () => undefined });
  const built = await build(listing, store);
  say(`built in ${built.seconds.toFixed(1)} s, stalls up to ${built.stallMs.toFixed(0)} ms`);
  const rows = Object.entries(questions).map(([name, question]) => ({
    name,
    question,
    rounds: [] as Round[],
  }));
  for (let round = 0; round < size.rounds; round += 1) {
    for (const { question, rounds } of rows) rounds.push(await timed(listing, store, () => question(size)));
  }
  return {
    products: size.products,
    asked: size.rounds * roundSize,
    built,
    rows: rows.map(({ name, rounds }) => {
      const row = { name, ...summary(rounds) };
      say(
        `${name}: CPU p99 ${row.cpu.p99.toFixed(2)}, p50 ${row.p50.toFixed(2)} p99 ${row.p99.median.toFixed(2)} ms`,
      );
      return row;
    }),
  };
}

function summary(rounds: Round[]): Omit<ListingRow, 'name'> {
  const p99s = rounds.map(({ times }) => percentile(times, 0.99));
  const cpu = rounds.flatMap((round) => round.cpu);
  return {
    cpu: { p50: percentile(cpu, 0.5), p99: percentile(cpu, 0.99) },
    p50: percentile(
      rounds.flatMap(({ times }) => times),
      0.5,
    ),
    p99: { min: Math.min(...p99s), median: median(p99s) },
  };
}

async function build(listing: Listing, store: StoreDoc): Promise<ListingFigures['built']> {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedAt = performance.now();
  await listing.page(store, { sort: 'featured', limit: 1 });
  const seconds = (performance.now() - startedAt) / 1000;
  delay.disable();
  collectGarbage();
  return { seconds, stallMs: delay.max / 1e6, bytes: process.memoryUsage().heapUsed - before };
}

async function timed(listing: Listing, store: StoreDoc, question: () => Asked): Promise<Round> {
  const times: number[] = [];
  const cpu: number[] = [];
  for (let at = 0; at < roundSize; at += 1) {
    const asked: ListingQuestion = { sort: 'featured', limit: 24, ...question() };
    const usage = process.cpuUsage();
    const before = performance.now();
    JSON.stringify(await listing.page(store, asked));
    times.push(performance.now() - before);
    const { user, system } = process.cpuUsage(usage);
    cpu.push((user + system) / 1000);
  }
  return { times, cpu };
}

/** Pages and searches as Markdown. */
export function catalogListingTable({ products, asked, rows, built }: ListingFigures): string {
  const head = [
    'A page of 24 products',
    'asked',
    'CPU ms p50',
    'CPU ms p99',
    'p50 ms',
    'p99 ms, quietest round',
    'p99 ms, median round',
    'Goal',
  ];
  const lines = rows.map(({ name, cpu, p50, p99 }) => [
    name,
    String(asked),
    digits(cpu.p50),
    digits(cpu.p99),
    digits(p50),
    digits(p99.min),
    digits(p99.median),
    `p99 < 20 ms: ${met(p99.median < 20)}`,
  ]);
  const count = products.toLocaleString('en');
  const stall = `longest stall of the event loop meanwhile ${digits(built.stallMs)} ms (≤ 50 ms: ${met(built.stallMs <= 50)})`;
  return `${markdownTable([head, ...lines])}\n\n${count} products; the first page waits ${digits(built.seconds)} s for the index, ${stall}; it takes ${Math.round(built.bytes / 1e6)} MB.`;
}
