import { ProviderError } from '../../providers/provider.ts';

/** A number that both threads see, one of `state`: whoever sets it first does the job. */
export interface Claim {
  claims: Int32Array;
  index: number;
}

/** A piece of a render's work that is done once, by whichever thread comes to it first. */
export interface Job {
  here(): Promise<void>;
  /** Lets the other thread do it, unless this one has begun it by then. */
  there(claim: Claim): Promise<void>;
}

const state = { open: 0, here: 1, there: 2 };

/** For the other thread: whether the job was still to be had, and is its own now. */
export const isOurs = ({ claims, index }: Claim): boolean => take(claims, index, state.there) === state.open;

/** What the job was before somebody tried to take it. */
const take = (claims: Int32Array, index: number, by: number): number =>
  Atomics.compareExchange(claims, index, state.open, by);

/** Waiting at the other thread: it never waits for the next one while this thread computes. */
const ahead = 2;

/**
 * Hands the jobs to the other thread, first to last. `finish` does the rest here, last to first, and rejects with the
 * first failure; nothing is begun after one. A thread that is lost leaves its job to this one.
 */
export function startJobs(jobs: readonly Job[], assisted: boolean): { finish(): Promise<void> } {
  const claims = new Int32Array(new SharedArrayBuffer(Math.max(1, jobs.length) * 4));
  const failures: unknown[] = [];
  let next = 0;
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      failures.push(error);
      for (let i = 0; i < claims.length; i++) take(claims, i, state.here);
    }
  };
  const handOver = async (): Promise<void> => {
    while (next < jobs.length) {
      const index = next++;
      const job = jobs[index]!;
      if (Atomics.load(claims, index) === state.open)
        await attempt(() => thereOrHere(job, { claims, index }));
    }
  };
  const others = assisted ? Array.from({ length: ahead }, handOver) : [];
  return {
    async finish() {
      for (const [index, job] of [...jobs.entries()].reverse()) {
        if (take(claims, index, state.here) === state.open) await attempt(() => job.here());
      }
      await Promise.all(others);
      if (failures.length > 0) throw failures[0];
    },
  };
}

async function thereOrHere(job: Job, claim: Claim): Promise<void> {
  try {
    await job.there(claim);
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    if (take(claim.claims, claim.index, state.here) !== state.here) await job.here();
  }
}
