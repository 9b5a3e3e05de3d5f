import { RendererError } from '../renderer-error.ts';

/** A number in shared memory, one of `state`: the thread that sets it first runs the task. */
export interface TaskClaim {
  claims: Int32Array;
  index: number;
}

/** A piece of a render's work that runs once, in whichever thread claims it first. */
export interface SharedTask {
  runLocal(): Promise<void>;
  /** Lets the helper thread run it, unless the render thread has claimed it by then. */
  runOnHelper(claim: TaskClaim): Promise<void>;
}

const state = { open: 0, local: 1, helper: 2 };

/** For the helper thread: whether the task was still open; it is the helper's then. */
export const claimForHelper = ({ claims, index }: TaskClaim): boolean =>
  claim(claims, index, state.helper) === state.open;

/** Returns the task's state before this claim; only an open task changes its state. */
const claim = (claims: Int32Array, index: number, by: number): number =>
  Atomics.compareExchange(claims, index, state.open, by);

/** Tasks handed to the helper at a time: it always has its next one, also while the render thread computes. */
const ahead = 2;

/**
 * Hands the tasks to the helper thread, first to last. `finish` runs the others locally, last to first, and rejects
 * with the first failure; no task begins after a failure. A task whose helper thread is lost runs locally.
 */
export function startTasks(tasks: readonly SharedTask[], helped: boolean): { finish(): Promise<void> } {
  const claims = new Int32Array(new SharedArrayBuffer(Math.max(1, tasks.length) * 4));
  const failures: unknown[] = [];
  let next = 0;
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      failures.push(error);
      for (let i = 0; i < claims.length; i++) claim(claims, i, state.local);
    }
  };
  const handOver = async (): Promise<void> => {
    while (next < tasks.length) {
      const index = next++;
      const task = tasks[index]!;
      if (Atomics.load(claims, index) === state.open)
        await attempt(() => runOnHelperOrLocal(task, { claims, index }));
    }
  };
  const onHelper = helped ? Array.from({ length: ahead }, handOver) : [];
  return {
    async finish() {
      for (const [index, task] of [...tasks.entries()].reverse()) {
        if (claim(claims, index, state.local) === state.open) await attempt(() => task.runLocal());
      }
      await Promise.all(onHelper);
      if (failures.length > 0) throw failures[0];
    },
  };
}

async function runOnHelperOrLocal(task: SharedTask, taken: TaskClaim): Promise<void> {
  try {
    await task.runOnHelper(taken);
  } catch (error) {
    if (error instanceof RendererError) throw error;
    if (claim(taken.claims, taken.index, state.local) !== state.local) await task.runLocal();
  }
}
