import { join } from 'node:path';
import { startGuarded } from '../processes/child.ts';

const shownLines = 60;

interface Check {
  name: string;
  program: string;
  args: string[];
}

/** The same as `npm run typecheck` and `npm run lint`. */
const checks: Check[] = [
  { name: 'Types', program: 'tsc', args: ['--noEmit'] },
  { name: 'Lint', program: 'biome', args: ['check', '--error-on-warnings', '--colors=off', '.'] },
];

async function passes(
  { name, program, args }: Check,
  root: string,
  say: (line: string) => void,
): Promise<boolean> {
  const lines: string[] = [];
  const onLine = (line: string) => {
    lines.push(line);
  };
  const { code } = await startGuarded(join(root, 'node_modules/.bin', program), args, { cwd: root, onLine })
    .ended;
  say(`${name}: ${code === 0 ? 'good' : 'FAILED'}`);
  if (code === 0) return true;
  for (const line of lines.slice(0, shownLines)) say(`  ${line}`);
  if (lines.length > shownLines)
    say(`  … and ${lines.length - shownLines} lines more: npx ${program} ${args[0]}`);
  return false;
}

/** Type-checks and lints; the number of checks that failed. */
export async function failedChecks(root: string, say: (line: string) => void): Promise<number> {
  const results = await Promise.all(checks.map((check) => passes(check, root, say)));
  return results.filter((passed) => !passed).length;
}
