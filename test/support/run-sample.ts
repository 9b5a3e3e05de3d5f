import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** How the code of a documented sample is run, by the language of its block. */
const programs: Record<string, { file: string; command: (path: string) => [string, string[]] }> = {
  sh: { file: 'sample.sh', command: (path) => ['sh', ['-e', path]] },
  ts: {
    file: 'sample.mts',
    command: (path) => [
      process.execPath,
      ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href, path],
    ],
  },
  python: { file: 'sample.py', command: (path) => ['python3', [path]] },
  php: { file: 'sample.php', command: (path) => ['php', [path]] },
};

/** Whether this machine has what runs samples of that language. */
export function canRun(language: string): boolean {
  const [program] = programs[language]!.command('');
  return spawnSync('sh', ['-c', 'command -v "$0"', program]).status === 0;
}

/** Runs the sample in `folder` and returns what it prints. @throws Error with that when it fails. */
export async function runSample(
  { language, code }: { language: string; code: string },
  { folder, env }: { folder: string; env: Record<string, string> },
): Promise<string> {
  const { file, command } = programs[language]!;
  const path = join(folder, file);
  await writeFile(path, code);
  const [program, args] = command(path);
  const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 10_000_000 };
  try {
    return (await run(program, args, options)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${code.slice(0, 1000)}\n${stdout.slice(0, 1000)}\n${stderr.slice(-1000)}`);
  }
}
