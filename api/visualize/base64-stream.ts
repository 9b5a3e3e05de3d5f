/** Characters of the base64 form of `bytes` bytes, padding included. */
export function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

/**
 * Encodes a stream of bytes as base64 between two strings. Chunks may be cut anywhere: up to two bytes are
 * carried over, since base64 encodes groups of three. It yields strings, which a socket writes as they are;
 * a Buffer for each would be memory that only a full garbage collection frees.
 */
export async function* toBase64(
  body: AsyncIterable<Buffer>,
  head: string,
  tail: string,
): AsyncGenerator<string> {
  yield head;
  let carried: Buffer = Buffer.alloc(0);
  for await (const chunk of body) {
    const bytes = carried.length > 0 ? Buffer.concat([carried, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % 3);
    if (whole > 0) yield bytes.toString('base64', 0, whole);
    carried = bytes.subarray(whole);
  }
  yield carried.toString('base64') + tail;
}

/** Returns the same as one string, for a body of few chunks. */
export async function wholeBase64(body: AsyncIterable<Buffer>, head: string, tail: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return head + Buffer.concat(chunks).toString('base64') + tail;
}
