import { endOfValue } from './elements.ts';

/**
 * A BSON document of these top-level fields alone. Decoding the result instead of the whole document is what makes
 * building indexes over a million documents affordable.
 * @see https://bsonspec.org/spec.html
 */
export function pickFields(bytes: Buffer, names: ReadonlySet<string>): Buffer {
  const elements: Buffer[] = [];
  let size = 5;
  const end = bytes.length - 1;
  for (let at = 4; at < end && elements.length < names.size; ) {
    const nameEnd = bytes.indexOf(0, at + 1);
    const next = endOfValue(bytes, bytes[at] as number, nameEnd + 1);
    if (names.has(bytes.toString('utf8', at + 1, nameEnd))) {
      elements.push(bytes.subarray(at, next));
      size += next - at;
    }
    at = next;
  }
  return assemble(elements, size);
}

function assemble(elements: readonly Buffer[], size: number): Buffer {
  const picked = Buffer.allocUnsafe(size);
  picked.writeInt32LE(size, 0);
  let at = 4;
  for (const element of elements) at += element.copy(picked, at);
  picked[at] = 0;
  return picked;
}
