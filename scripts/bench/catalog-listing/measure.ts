import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createListing, type Listing } from '../../../shared/catalog/listing/listing.ts';
import type { ListingQuestion } from '../../../shared/catalog/listing/listing-index.ts';
import type { Database } from '../../../shared/database/database.ts';
import { collectGarbage } from '../../../shared/process/collect-garbage.ts';
import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import { createStore } from '../../../shared/stores/stores.ts';
import { withBenchDatabase } from '../bench-database.ts';
import { median, percentile } from '../statistics.ts';
import { insertProducts } from './products.ts';
import { type Asked, questions } from './questions.ts';

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

/**
 * How long pages and searches of a large catalog take, in this process, with the JSON of their response. Other work
 * on the machine takes the processor away for 4 ms at a time, so the p99 is taken round by round.
 */
export async function measureCatalogListing(
  mongoUri: string,
  { quick, say }: { quick: boolean; say: (line: string) => void },
): Promise<ListingFigures> {
  const size = quick ? small : full;
  return withBenchDatabase(mongoUri, 'bench_catalog_listing', async (database) => {
    const made = { account: 'acc_bench', slug: 'bench', hosts: ['bench.example'] };
    const store = await createStore(database.stores, made);
    say(`catalog-listing: seeding ${size.products} products …`);
    await insertProducts(database, store._id, size.products);
    return measure(database, store, size, say);
  });
}

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
    for (const { question, rounds } of rows)
      rounds.push(await timed(listing, store, () => question(size.products)));
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
