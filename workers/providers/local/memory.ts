/** Where the large arrays of a drawing live; an array's content is whatever was there before. */
export interface Memory {
  bytes(name: string, length: number): Uint8ClampedArray;
  floats(name: string, length: number): Float32Array;
  integers(name: string, length: number): Int32Array;
}

/** New arrays, for a thread alone. */
export const ownMemory: Memory = {
  bytes: (_, length) => new Uint8ClampedArray(length),
  floats: (_, length) => new Float32Array(length),
  integers: (_, length) => new Int32Array(length),
};

/**
 * Arrays that two threads see. Each name keeps its place and is used again, for as many bytes as were ever asked
 * for: V8 does not count shared memory, so what is dropped would stay until either thread collects for other reasons.
 */
export function sharedMemory(): Memory {
  const places = new Map<string, SharedArrayBuffer>();
  const place = (name: string, size: number): SharedArrayBuffer => {
    const known = places.get(name);
    if (known && known.byteLength >= size) return known;
    const made = new SharedArrayBuffer(size);
    places.set(name, made);
    return made;
  };
  return {
    bytes: (name, length) => new Uint8ClampedArray(place(name, length), 0, length),
    floats: (name, length) => new Float32Array(place(name, length * 4), 0, length),
    integers: (name, length) => new Int32Array(place(name, length * 4), 0, length),
  };
}
