/** A multiple of 3, so that the parts join without padding; short enough for the arguments of one call. */
const partBytes = 3 * 8192;

export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += partBytes) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + partBytes))));
  }
  return parts.join('');
}

/** @throws DOMException when the text is not base64 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
