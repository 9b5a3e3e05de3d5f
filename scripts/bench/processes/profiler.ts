import { mkdir, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { basename, dirname, join } from 'node:path';

export interface Profiler {
  start(): Promise<void>;
  /** Writes what was profiled since `start`, one file a round. */
  stop(): Promise<void>;
}

/** Creates a CPU profiler of this process; Node 20 takes no `--cpu-prof` from the environment. */
export function createProfiler(dir: string, entry: string): Profiler {
  const session = new Session();
  session.connect();
  let round = 0;
  let running = false;
  const name = `${basename(dirname(entry))}-${basename(entry, '.ts')}`;
  return {
    async start() {
      await session.post('Profiler.enable');
      await session.post('Profiler.start');
      running = true;
    },
    async stop() {
      if (!running) return;
      running = false;
      const { profile } = await session.post('Profiler.stop');
      await mkdir(dir, { recursive: true });
      await writeFile(join(dir, `${name}-${round++}.cpuprofile`), JSON.stringify(profile));
    },
  };
}
