import { workerData } from 'piscina';

/** The module whose default export runs a thread's tasks. */
export interface ThreadData {
  module: string;
}

type Work = (task: unknown) => unknown;

let work: Promise<Work> | undefined;

/** The function that Piscina calls for each task. */
export default async function perform(task: unknown): Promise<unknown> {
  work ??= load(workerData as ThreadData);
  return (await work)(task);
}

/**
 * Piscina loads this file with `require`, so tsx compiles it, and would compile everything it imports, to CommonJS:
 * each use of another module's function then goes through a getter, and renders take 1.3 times as long. The task
 * module is therefore imported dynamically, after tsx is registered in this thread. Built files are ES modules anyway.
 */
async function load({ module }: ThreadData): Promise<Work> {
  try {
    if (process.execArgv.includes('tsx')) {
      const { register } = await import('tsx/esm/api');
      register();
    }
    return ((await import(module)) as { default: Work }).default;
  } catch (error) {
    // Errors thrown by a loader do not cross threads as errors.
    throw new Error(`${module} cannot be loaded in a thread: ${(error as Error).message}`);
  }
}
