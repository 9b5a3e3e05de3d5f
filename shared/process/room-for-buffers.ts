import { setFlagsFromString } from 'node:v8';

/** The heap may grow by this share of what is alive, buffers outside it included, before all of it is marked. */
const growthPercent = 300;

/**
 * Lets V8 collect less often. It counts the bytes of Buffers as heap and, for a heap of 40 MB, marks all of
 * it after each further 23 MB: a process that pictures pass through did so at every second render
 * (measured: a third of a worker's CPU time, 116 to 80 ms a render; at most 120 MB more memory).
 * The flag is read each time the limit is set, so it may be given to a process that runs already.
 */
export function makeRoomForBuffers(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}
