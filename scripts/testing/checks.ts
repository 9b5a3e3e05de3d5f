import { delimiter, join } from 'node:path';
import { startGuarded } from '../processes/child.ts';
import type { Failure } from './messages.ts';

const shownLines = 60;

export interface Check {
  name: string;
  program: string;
  args: string[];
}

/** One thread: each further one checks the same declarations again, for twice the CPU in total, which the tests need. */
function typeCheck(name: string, project = '.'): Check {
  return { name, program: 'tsc', args: ['--noEmit', '--singleThreaded', '--project', project] };
}

/**
 * The checks of `npm run typecheck` and `npm run lint`, and knip. The production build is checked by itself: it has no
 * types of mocha, and nothing of it may import the tools of development.
 */
export const checks: Check[] = [
  typeCheck('Types'),
  typeCheck('Types of the build', 'tsconfig.build.json'),
  typeCheck('Types of the browser code', 'tsconfig.web.json'),
  typeCheck('Types of the browser tests', 'tsconfig.browser-tests.json'),
  typeCheck('Types of the client', 'shared/client'),
  { name: 'Lint', program: 'biome', args: ['check', '--error-on-warnings', '--colors=off', '.'] },
  { name: 'Unused files, packages and exports', program: 'knip', args: [] },
  // The image and the set-up install with `npm ci`, which refuses a lock file that lacks a package of any system.
  { name: 'Lock file', program: 'npm', args: ['ci', '--dry-run', '--ignore-scripts', '--loglevel=error'] },
];

/** Runs a program of node_modules, else of PATH. */
export async function runCheck(
  { name, program, args }: Check,
  root: string,
  say: (line: string) => void,
): Promise<Failure | undefined> {
  const lines: string[] = [];
  const onLine = (line: string) => {
    lines.push(line);
  };
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}` };
  const { code } = await startGuarded(program, args, { cwd: root, env, onLine }).ended;
  say(`${name}: ${code === 0 ? 'good' : 'FAILED'}`);
  if (code === 0) return undefined;
  const shown = lines.slice(0, shownLines);
  if (lines.length > shownLines)
    shown.push(`… and ${lines.length - shownLines} lines more: npx ${program} ${args.join(' ')}`);
  for (const line of shown) say(`  ${line}`);
  return { title: name, why: shown.join('\n') };
}
