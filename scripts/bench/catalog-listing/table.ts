import { digits, markdownTable, met } from '../report/markdown.ts';
import type { ListingFigures } from './measure.ts';

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
