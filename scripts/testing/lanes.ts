import type { Tally } from './messages.ts';
import { takingTurns } from './turns.ts';

type Say = (line: string) => void;

/** Work of one process: the tests of a group, or a check. */
export interface Task {
  name: string;
  run: (say: Say) => Promise<Result>;
}

export interface Result extends Tally {
  /** Of the process and those that it has started and seen end; undefined where the system does not tell. */
  cpuSeconds?: number | undefined;
}

export interface Ran extends Result {
  name: string;
  seconds: number;
}

/**
 * Runs tasks in `lanes` processes at once. The first takes them from the front and says soon what is wrong, the second
 * from the end, where the longest are, the others from the middle; so no two of the longest compete.
 */
export async function runInLanes(tasks: readonly Task[], lanes: number, say: Say): Promise<Ran[]> {
  const left = [...tasks];
  const ran: Ran[] = [];
  const beginTurn = takingTurns(say);
  const runSome = async (take: () => Task | undefined) => {
    for (let task = take(); task; task = take()) {
      const turn = beginTurn();
      const began = performance.now();
      const result = await task.run(turn.say);
      ran.push({ ...result, name: task.name, seconds: (performance.now() - began) / 1000 });
      turn.end();
    }
  };
  const takes = [() => left.shift(), () => left.pop()];
  const takeMiddle = () => left.splice(left.length >> 1, 1)[0];
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runSome(takes[lane] ?? takeMiddle)));
  return ran;
}

/** Lines about the tasks that took longest. */
export function slowestLines(ran: readonly Ran[], count = 10): string[] {
  const slowest = ran.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
  return slowest.map(durationLine);
}

/** Returns the line about what took that long. */
export function durationLine({
  name,
  seconds,
  cpuSeconds,
}: Pick<Ran, 'name' | 'seconds' | 'cpuSeconds'>): string {
  const computing = cpuSeconds === undefined ? '' : `, ${cpuSeconds.toFixed(0)} s of CPU`;
  return `  ${seconds.toFixed(0).padStart(4)} s  ${name}${computing}`;
}
