import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SetupError } from '../backends/backend.ts';
import type { Sample } from './images.ts';
import type { LoadClient } from './load/load.ts';
import { type HeldFigures, measureHeldRequests } from './measurements/held-requests.ts';
import { ownInstallation, type Stage } from './stage.ts';
import { type Entries, platformEntries, startSubject } from './subjects.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Comparison {
  commit: string;
  /** Ours is the working tree, theirs the commit. */
  rows: HeldFigures[];
}

/** Measures the working tree beside another commit, round by round in turn; each is an installation of its own. */
export async function compareWith(
  commit: string,
  options: {
    stage: Stage;
    client: LoadClient;
    samples: Sample[];
    rounds: number;
    say: (line: string) => void;
  },
): Promise<Comparison> {
  const { stage, say } = options;
  say(`Preparing ${commit} …`);
  const folder = checkOut(stage, commit);
  const toEntry = (path: string) => pathToFileURL(join(folder, 'scripts/bench', path)).href;
  const theirs: Entries = { api: toEntry(platformEntries.api), worker: toEntry(platformEntries.worker) };
  const start = (entries: Entries, name: string) =>
    startSubject(withInstallation(stage, name), { name: 'platform', entries, accounts: 50, workers: true });
  const subjects = [await start(platformEntries, 'ours'), await start(theirs, 'theirs')] as const;
  const rows = await measureHeldRequests({ ...options, subjects: [...subjects], callers: [1, 50] });
  await Promise.all(subjects.map((subject) => subject.close()));
  return { commit, rows };
}

function withInstallation(stage: Stage, name: string): Stage {
  return { ...stage, env: { ...stage.env, ...ownInstallation(stage, name) } };
}

/** Checks the commit out into the stage's folder, with its own packages where its lock file is another. */
function checkOut(stage: Stage, commit: string): string {
  const folder = join(stage.dir, 'before');
  git('worktree', 'add', '--detach', '--force', folder, commit);
  stage.closing.add(async () => git('worktree', 'remove', '--force', folder));
  const lock = (dir: string) => readFileSync(join(dir, 'package-lock.json'), 'utf8');
  if (lock(folder) === lock(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  else run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], folder);
  // Its pages are not measured; an API only wants some to be there.
  for (const made of ['web-build', '.cache']) linkIfMissing(join(root, made), join(folder, made));
  return folder;
}

function linkIfMissing(ours: string, theirs: string): void {
  if (existsSync(ours) && !existsSync(theirs)) symlinkSync(ours, theirs);
}

const git = (...args: string[]) => run('git', args, root);

function run(command: string, args: string[], cwd: string): void {
  try {
    execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    const [reason] = String((error as { stderr?: Buffer }).stderr ?? '').split('\n');
    throw new SetupError(`${command} ${args[0]} failed: ${reason || (error as Error).message}`);
  }
}
