import type { PageFigures, PageOutcome, PageRow } from '../measurements/pages.ts';
import { eventsPerDay } from '../pages/sizes.ts';
import { digits, markdownTable, met } from './markdown.ts';

const head = ['Page', 'First ms', 'p50 ms', 'p95 ms', 'CPU ms: API', 'database', 'Commands', 'Goal'];

const toCells = (row: PageOutcome): string[] =>
  'problem' in row
    ? [`\`${toShown(row.path)}\``, `could not be taken: ${row.problem}`, ...head.slice(2).map(() => '')]
    : toTaken(row);

const toTaken = ({ path, firstMs, p50, p95, cpu, commands, goalMs }: PageRow): string[] => [
  `\`${toShown(path)}\``,
  ...[firstMs, p50, p95, cpu.api, cpu.mongo, commands].map((value) => digits(value)),
  `p95 < ${goalMs} ms: ${met(p95 < goalMs)}`,
];

/** Ids differ from run to run. */
const toShown = (path: string) =>
  path.replace(/(acc|key)_\w+/g, (_, kind: string) => `{${kind === 'acc' ? 'account' : 'key'}}`);

/** Returns the pages with their times, and how much the database contained. */
export function pagesTable({ sizes, visits, server, rows }: PageFigures): string {
  const count = (value: number) => value.toLocaleString('en');
  const facts = [
    `An account with ${count(sizes.renders)} renders, calls and lines of the ledger in 30 days`,
    `${count(sizes.stores)} stores, whose counters say ${count(eventsPerDay)} events a day`,
    `a store with ${count(sizes.products)} products and ${count(sizes.looks)} shared looks`,
    `${count(sizes.events)} saved events`,
    `the costs of ${count(sizes.stores - sizes.ownStores)} accounts in 30 days`,
  ];
  const where =
    server === undefined
      ? ''
      : ` Database server: ${server}, of which only the pages' own database was used.`;
  const text = `${facts.join('; ')}. ${visits} visits of each page, one after the other.${where}`;
  return `${text}\n\n${markdownTable([head, ...rows.map(toCells)])}`;
}
