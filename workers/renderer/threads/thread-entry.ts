import { workerData } from 'piscina';

/** The module whose default export does a thread's tasks. */
export interface ThreadData {
  module: string;
}

type Work = (task: unknown) => unknown;

let work: Promise<Work> | undefined;

/** What Piscina starts in a thread. */
export default async function perform(task: unknown): Promise<unknown> {
  work ??= load(workerData as ThreadData);
  return (await work)(task);
}

/**
 * Piscina loads this file with `require`, and tsx makes CommonJS of it and would of all it imports: each use of another
 * module's function then goes through a getter, and renders take 1.3 times as long. So the rest comes by a dynamic
 * import, for which tsx has to be told in each thread. Built files are ES modules without it.
 */
async function load({ module }: ThreadData): Promise<Work> {
  try {
    if (module.endsWith('.ts')) {
      const { register } = await import('tsx/esm/api');
      register();
    }
    return ((await import(module)) as { default: Work }).default;
  } catch (error) {
    // What a loader throws does not cross threads as an error.
    throw new Error(`${module} cannot be loaded in a thread: ${(error as Error).message}`);
  }
}
