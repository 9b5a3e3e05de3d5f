import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Group } from './select.ts';

/** Seconds of each group's last whole run on this machine, by its name. */
export type Durations = Record<string, number>;

/** For a group that has not run here: seconds of a file, by the folder below `test/`. */
const usual: Durations = { unit: 0.5, integration: 3, browser: 12, chaos: 50 };

const fileIn = (root: string) => join(root, '.cache', 'test-durations.json');

/** Returns the durations of earlier runs; none on a fresh clone. */
export function readDurations(root: string): Durations {
  try {
    return JSON.parse(readFileSync(fileIn(root), 'utf8')) as Durations;
  } catch {
    return {};
  }
}

/** Keeps the durations of groups that ran; those of others stay. */
export function keepDurations(root: string, ran: readonly { name: string; seconds: number }[]): void {
  const durations = { ...readDurations(root) };
  for (const { name, seconds } of ran) durations[name] = Math.round(seconds);
  mkdirSync(dirname(fileIn(root)), { recursive: true });
  writeFileSync(fileIn(root), `${JSON.stringify(durations, null, 2)}\n`);
}

/** Returns the groups in the order of their expected durations, the shortest first. */
export function byDuration(groups: readonly Group[], known: Durations): Group[] {
  const expected = ({ name, files }: Group) =>
    known[name] ?? files.length * (usual[name.split('/')[0] ?? ''] ?? 1);
  return [...groups].sort((a, b) => expected(a) - expected(b));
}
