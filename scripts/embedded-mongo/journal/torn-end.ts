import { open, truncate, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { decodeEntry, looksLikeEntry } from './entry.ts';
import { syncDirectory } from './files.ts';

/**
 * Cuts an unfinished last entry off a journal and keeps what was cut beside it as `….cut-TIME`.
 * @throws Error, with the journal unchanged, when intact entries follow: then it is damaged in the middle, and
 * cutting would lose what was acknowledged.
 */
export async function cutTornEnd(path: string, intactBytes: number): Promise<void> {
  const rest = await bytesAfter(path, intactBytes);
  const next = firstIntactEntry(rest);
  if (next !== undefined) {
    throw new Error(
      `${path} is damaged from byte ${intactBytes} to ${intactBytes + next}, with intact entries behind: restore it ` +
        `from a backup, or give up everything from there on with: cp ${path} ${path}.damaged && truncate -s ${intactBytes} ${path}`,
    );
  }
  const kept = `${path}.cut-${new Date().toISOString().replaceAll(':', '-')}`;
  await writeFile(kept, rest, { mode: 0o600, flush: true });
  await syncDirectory(dirname(path));
  await truncate(path, intactBytes);
}

async function bytesAfter(path: string, position: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const length = (await file.stat()).size - position;
    const bytes = Buffer.alloc(length);
    for (let at = 0; at < length; ) {
      const { bytesRead } = await file.read(bytes, at, length - at, position + at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return bytes;
  } finally {
    await file.close();
  }
}

/**
 * Returns the offset of the first intact entry behind the damage. The shape is checked first: a checksum at every byte
 * would take hours.
 */
function firstIntactEntry(rest: Buffer): number | undefined {
  for (let at = 1; at < rest.length; at++) {
    if (looksLikeEntry(rest, at) && decodeEntry(rest, at)) return at;
  }
  return undefined;
}
