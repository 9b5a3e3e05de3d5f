/**
 * The native calls of one task in a thread, counted in shared memory. A thread that ends while ONNX Runtime computes takes the
 * whole process with it: the addon throws into a thread that no longer takes errors.
 */
export type NativeCalls = Int32Array<SharedArrayBuffer>;

/** The bit that forbids further calls; the others count those that run. */
const stopped = 1 << 30;

let current: NativeCalls | undefined;

export const createNativeCalls = (): NativeCalls => new Int32Array(new SharedArrayBuffer(4));

/** Counts the calls that this thread makes from now on. */
export function countNativeCalls(calls: NativeCalls): void {
  current = calls;
}

/** Runs native code; never settles once another thread has stopped the calls, as this one is about to end. */
export async function callNative<T>(call: () => Promise<T>): Promise<T> {
  const calls = current;
  if (!calls) return call();
  if (Atomics.add(calls, 0, 1) >= stopped) {
    leave(calls);
    return new Promise(() => undefined);
  }
  try {
    return await call();
  } finally {
    leave(calls);
  }
}

function leave(calls: NativeCalls): void {
  Atomics.sub(calls, 0, 1);
  Atomics.notify(calls, 0);
}

/** A call takes less than a second. One that takes longer than this belongs to a thread that has ended. */
const longestMs = 5_000;

/** Resolves when no call runs and none can begin: then the thread can be ended. */
export async function stopNativeCalls(calls: NativeCalls): Promise<void> {
  Atomics.or(calls, 0, stopped);
  const until = performance.now() + longestMs;
  for (let state = Atomics.load(calls, 0); state !== stopped; state = Atomics.load(calls, 0)) {
    const left = until - performance.now();
    if (left <= 0) return;
    await Atomics.waitAsync(calls, 0, state, left).value;
  }
}
