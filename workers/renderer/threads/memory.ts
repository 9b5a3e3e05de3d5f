/** Where large arrays live; all are new and 0, but for `bytesOf`. */
export interface Memory {
  /** The bytes where they can be read from here: themselves, or a copy of what they were when first asked for. */
  bytesOf(data: Uint8Array): Uint8ClampedArray;
  bytes(length: number): Uint8ClampedArray;
  floats(length: number): Float32Array;
  integers(length: number): Int32Array;
}

/** For a thread alone. */
export const ownMemory: Memory = {
  bytesOf: ({ buffer, byteOffset, length }) => new Uint8ClampedArray(buffer, byteOffset, length),
  bytes: (length) => new Uint8ClampedArray(length),
  floats: (length) => new Float32Array(length),
  integers: (length) => new Int32Array(length),
};

/** A scene is analysed and drawn on several times before it is changed. */
const copies = new WeakMap<Uint8Array, Uint8ClampedArray>();

/**
 * Arrays that two threads see. V8 does not count shared memory as a reason to collect: both threads have to collect
 * when it has served (`collectGarbage`).
 */
export const sharedMemory: Memory = {
  bytesOf(data) {
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
