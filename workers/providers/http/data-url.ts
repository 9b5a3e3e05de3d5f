import { ProviderError } from '../provider.ts';

/** Decodes the bytes of a base64 data URL, whatever type it claims: the worker inspects the bytes. */
export function decodeOutputDataUrl(url: string): Buffer {
  const comma = url.indexOf(',');
  if (comma < 0 || !url.slice(0, comma).endsWith(';base64')) {
    throw new ProviderError('failed', 'The model returned an invalid data URL.');
  }
  return Buffer.from(url.slice(comma + 1), 'base64');
}
