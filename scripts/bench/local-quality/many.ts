import { fileURLToPath } from 'node:url';
import { allocator } from '../../processes/allocator.ts';
import { messageOf, startNode } from '../../processes/child.ts';

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

const entry = fileURLToPath(new URL('./many-process.ts', import.meta.url));
const deadlineMs = 300_000;

/** Renders requests for several products in a process of their own, which has a worker's memory settings. */
export async function measureMany(say: (line: string) => void): Promise<ManyFigures> {
  const child = startNode(entry, [], { env: { ...allocator, ...process.env }, onLine: say });
  try {
    const { figures } = await messageOf<{ type: 'figures'; figures: ManyFigures }>(
      child,
      'figures',
      deadlineMs,
    );
    for (const { scene, products, milliseconds } of figures.rows)
      say(`${scene} × ${products} products: ${milliseconds} ms`);
    return figures;
  } finally {
    await child.close();
  }
}

export function manyTable({ rows, peakMb }: ManyFigures): string {
  return [
    '| Scene | Products | ms |',
    '|---|---|---|',
    ...rows.map(({ scene, products, milliseconds }) => `| ${scene} | ${products} | ${milliseconds} |`),
    '',
    `Several products in one picture, 2048 px, each request rendered before (goal: 6000 ms). A process that does only this takes ${peakMb} MB at most (goal: 600).`,
  ].join('\n');
}
