import { setFlagsFromString } from 'node:v8';

/** The heap may grow by this share of its live size, external buffers included, before a full marking. */
const growthPercent = 300;

/**
 * Makes V8 collect less often. It counts the bytes of Buffers as heap and, for a heap of 40 MB, marks all of
 * it after each further 23 MB: a process that handles images did so at every second render
 * (measured: a third of a worker's CPU time, 116 to 80 ms per render; at most 120 MB more memory).
 * V8 reads the flag each time it sets the limit, so it can be set in a running process.
 */
export function makeRoomForBuffers(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}
