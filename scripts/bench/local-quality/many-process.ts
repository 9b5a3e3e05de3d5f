import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { silentLogger } from '../../../shared/log.ts';
import { makeRoomForBuffers } from '../../../shared/process/room-for-buffers.ts';
import { createLocalRendererPool } from '../../../workers/providers/local/pool.ts';
import type { ManyFigures, ManyRow } from './many.ts';
import { outputSize } from './output-size.ts';
import { manyRequests, type Pair } from './pairs.ts';

/** Renders in a process like a worker's, with nothing else in it, and sends what that took. */
makeRoomForBuffers();
const pool = createLocalRendererPool({ threads: 1, log: silentLogger() });
let peakMb = 0;
const watch = setInterval(() => {
  peakMb = Math.max(peakMb, Math.round(process.memoryUsage.rss() / 1e6));
}, 10);

async function render(pairs: Pair[]): Promise<ManyRow> {
  const scene = await readFile(pairs[0]!.scene);
  const products = await Promise.all(
    pairs.map(async ({ product, category }) => ({ category, tags: [], images: [await readFile(product)] })),
  );
  const request = { scene, products, output: await outputSize(scene) };
  const start = performance.now();
  await pool.render(request);
  return {
    scene: basename(pairs[0]!.scene).replace(/\.\w+$/u, ''),
    products: products.length,
    milliseconds: Math.round(performance.now() - start),
  };
}

const rows: ManyRow[] = [];
// The first of each loads models and compiles; it is not part of the times, but of the memory.
for (const pairs of manyRequests()) await render(pairs);
for (const pairs of manyRequests()) rows.push(await render(pairs));
clearInterval(watch);
await pool.close();
const figures: ManyFigures = { rows, peakMb };
process.send?.({ type: 'figures', figures }, () => process.disconnect());
