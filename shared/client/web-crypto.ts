/** Returns the Web Cryptography API, which Node 18 has only in a module. */
export async function webCrypto(): Promise<typeof globalThis.crypto> {
  if (globalThis.crypto) return globalThis.crypto;
  // In a variable, so that bundlers for browsers do not look for it.
  const module = 'node:crypto';
  return ((await import(module)) as { webcrypto: typeof globalThis.crypto }).webcrypto;
}

/** 128 random bits in hexadecimal; `randomUUID` is missing on http pages. */
export async function randomKey(): Promise<string> {
  const bytes = (await webCrypto()).getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
