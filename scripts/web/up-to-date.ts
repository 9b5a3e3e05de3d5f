import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { webBuildFolder } from '../../api/assets/web-build.ts';
import { SetupError } from '../backends/backend.ts';
import { endingLine, startNode } from '../processes/child.ts';
import { hasSources, inputFiles, readStamp, type Stamp } from './inputs.ts';

/** Written after every other file of a build. */
export const stampFile = 'stamp.json';

const root = fileURLToPath(new URL('../..', import.meta.url));
const buildScript = fileURLToPath(new URL('../web.ts', import.meta.url));

/** Returns true if the build in `folder` was made from the files in their present form. */
export async function isUpToDate(repository: string, folder: string): Promise<boolean> {
  const saved = await readFile(join(folder, stampFile), 'utf8').catch(() => undefined);
  if (saved === undefined) return false;
  const { files, hash } = JSON.parse(saved) as Stamp;
  const known = files.map((file) => join(repository, file));
  return (await readStamp(repository, inputFiles(repository, known))).hash === hash;
}

/** Whatever starts beside a build goes before it. */
const niceness = 10;

/**
 * Builds the browser code unless nothing has changed since the last build (some 10 ms). In a process of its own:
 * Vite sets NODE_ENV of the one that it runs in.
 * @throws SetupError with the reason when it cannot be built.
 */
export async function ensureWebBuild(say: (line: string) => void): Promise<void> {
  if (!hasSources(root) || (await isUpToDate(root, webBuildFolder))) return;
  say('Building the browser code …');
  const lines: string[] = [];
  const child = startNode(buildScript, [], { cwd: root, onLine: (line) => lines.push(line) });
  setPriority(child.pid, niceness);
  const ending = await child.ended;
  if (ending.code === 0) return;
  throw new SetupError(`The browser code was not built: ${endingLine(ending)}\n${lines.join('\n')}`);
}
