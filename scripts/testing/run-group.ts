import { fileURLToPath } from 'node:url';
import { startNode } from '../processes/child.ts';
import type { Result } from './lanes.ts';
import { type Assignment, nothingRun, type Report } from './messages.ts';

export const mochaProcess = fileURLToPath(new URL('./mocha-process.ts', import.meta.url));
const color = process.stdout.isTTY === true;

export interface GroupRun {
  name: string;
  files: string[];
  grep?: string;
  env: NodeJS.ProcessEnv;
  deadlineMs: number;
  say: (line: string) => void;
}

interface Progress {
  current: string;
  done?: Extract<Report, { type: 'done' }>;
}

function follow(progress: Progress, name: string, say: (line: string) => void): (report: Report) => void {
  return (report) => {
    if (report.type === 'test') progress.current = report.title;
    else if (report.type === 'done') progress.done = report;
    else if (report.type === 'open')
      say(`  ${name} left open after its last test: ${report.handles.join(', ')}`);
  };
}

/** A process that ended without its result counts as one failure. */
function broken(title: string, why: string, say: (line: string) => void): Result {
  say(`  FAILED: ${title} ${why}`);
  return { ...nothingRun, failures: [{ title, why }] };
}

/** Runs those files in one mocha process; ends it at the deadline. Never rejects for a test's fault. */
export async function runGroup({ name, files, env, deadlineMs, say, grep }: GroupRun): Promise<Result> {
  const assignment: Assignment = { files, color, listOnly: false };
  if (grep !== undefined) assignment.grep = grep;
  const progress: Progress = { current: 'loading the test files' };
  const child = startNode(mochaProcess, [JSON.stringify(assignment)], { env, onLine: say });
  child.process.on('message', follow(progress, name, say));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill();
  }, deadlineMs);
  const { code, signal } = await child.ended;
  clearTimeout(timer);
  if (late && !progress.done) {
    const seconds = Math.round(deadlineMs / 1000);
    return broken(name, `hung in "${progress.current}" and was ended after ${seconds} s`, say);
  }
  if (!progress.done)
    return broken(name, `ended with ${signal ?? `code ${code}`} in: ${progress.current}`, say);
  const { passed, failures, flaky, skipped, cpuSeconds } = progress.done;
  for (const title of skipped) say(`  skipped: ${title}`);
  return { passed, failures, flaky, skipped: skipped.length, cpuSeconds };
}
