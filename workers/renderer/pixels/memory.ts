/** Allocator of large arrays. All are new and zeroed, except those of `toBytes`. */
export interface Memory {
  /** Bytes that this memory's threads can read: the array itself, or a copy made at the first call for it. */
  toBytes(data: Uint8Array): Uint8ClampedArray;
  bytes(length: number): Uint8ClampedArray;
  floats(length: number): Float32Array;
  integers(length: number): Int32Array;
}

/** For a single thread. */
export const ownMemory: Memory = {
  toBytes: ({ buffer, byteOffset, length }) => new Uint8ClampedArray(buffer, byteOffset, length),
  bytes: (length) => new Uint8ClampedArray(length),
  floats: (length) => new Float32Array(length),
  integers: (length) => new Int32Array(length),
};

/** A scene is analysed and drawn on several times before it changes. */
const copies = new WeakMap<Uint8Array, Uint8ClampedArray>();

/**
 * Arrays that two threads can read and write. V8 does not count shared memory when it decides to collect, so both
 * threads call `collectGarbage` when they are done with it.
 */
export const sharedMemory: Memory = {
  toBytes(data) {
    const known = copies.get(data);
    if (known) return known;
    const copy = sharedMemory.bytes(data.length);
    copy.set(data);
    copies.set(data, copy);
    return copy;
  },
  bytes: (length) => new Uint8ClampedArray(new SharedArrayBuffer(length)),
  floats: (length) => new Float32Array(new SharedArrayBuffer(length * 4)),
  integers: (length) => new Int32Array(new SharedArrayBuffer(length * 4)),
};
