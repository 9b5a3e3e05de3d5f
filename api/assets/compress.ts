import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { WebFile } from './web-files.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
/** Takes a tenth of the time of the highest quality, for which a request has no time. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** Returns the bytes as they are, and compressed where that is smaller. */
export async function getVariants(identity: Buffer): Promise<WebFile['variants']> {
  const [br, zipped] = await Promise.all([toBrotli(identity, quality), toGzip(identity)]);
  return br.length < identity.length ? { identity, br, gzip: zipped } : { identity };
}
