/** Characters of the base64 form of `bytes` bytes, padding included. */
export function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

/**
 * Encodes a stream of bytes as base64 between two strings. Chunks may be cut anywhere: up to two
 * bytes are carried over, since base64 works on groups of three.
 */
export async function* toBase64(
  body: AsyncIterable<Buffer>,
  head: string,
  tail: string,
): AsyncGenerator<Buffer> {
  yield Buffer.from(head);
  let carried: Buffer = Buffer.alloc(0);
  for await (const chunk of body) {
    const bytes = carried.length > 0 ? Buffer.concat([carried, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % 3);
    if (whole > 0) yield Buffer.from(bytes.toString('base64', 0, whole), 'latin1');
    carried = bytes.subarray(whole);
  }
  yield Buffer.from(carried.toString('base64') + tail);
}

/** The same as one string, for a body of a few reads. */
export async function wholeBase64(body: AsyncIterable<Buffer>, head: string, tail: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return head + Buffer.concat(chunks).toString('base64') + tail;
}
