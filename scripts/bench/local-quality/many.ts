import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { silentLogger } from '../../../shared/log.ts';
import { createLocalRendererPool, type LocalRendererPool } from '../../../workers/renderer/index.ts';
import { measuredSize } from './output-size.ts';
import { manyRequests, type Pair } from './pairs.ts';

/** One request for several products. */
export interface ManyRow {
  scene: string;
  products: number;
  milliseconds: number;
}

export interface ManyFigures {
  rows: ManyRow[];
  /** Highest resident memory of a process that only renders, MB (10⁶ bytes). */
  peakMb: number;
}

/** Renders requests for several products; for a process with a worker's settings that runs nothing else. */
export async function measureMany(): Promise<ManyFigures> {
  const pool = createLocalRendererPool({ threads: 1, detecting: true, log: silentLogger() });
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, Math.round(process.memoryUsage.rss() / 1e6));
  }, 10);
  const rows: ManyRow[] = [];
  // The first render of each loads models and compiles: it counts for the memory, not for the times.
  for (const pairs of manyRequests()) await render(pool, pairs);
  for (const pairs of manyRequests()) {
    const row = await render(pool, pairs);
    console.log(`${row.scene} × ${row.products} products: ${row.milliseconds} ms`);
    rows.push(row);
  }
  clearInterval(watch);
  await pool.close();
  return { rows, peakMb };
}

async function render(pool: LocalRendererPool, pairs: Pair[]): Promise<ManyRow> {
  const scene = await readFile(pairs[0]!.scene);
  const products = await Promise.all(
    pairs.map(async ({ product, category }) => ({ category, tags: [], images: [await readFile(product)] })),
  );
  const request = { scene, products, output: await measuredSize(scene) };
  const start = performance.now();
  await pool.render(request);
  return {
    scene: basename(pairs[0]!.scene).replace(/\.\w+$/u, ''),
    products: products.length,
    milliseconds: Math.round(performance.now() - start),
  };
}

export function manyTable({ rows, peakMb }: ManyFigures): string {
  return [
    '| Scene | Products | ms |',
    '|---|---|---|',
    ...rows.map(({ scene, products, milliseconds }) => `| ${scene} | ${products} | ${milliseconds} |`),
    '',
    `Several products in one image, 2048 px, each request rendered before (goal: 6000 ms). A process that does only this takes ${peakMb} MB at most (goal: 600).`,
  ].join('\n');
}
