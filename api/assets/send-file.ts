import type { Request, Response } from 'express';
import type { WebFile } from './web-files.ts';

/** In the order of their sizes: browsers name gzip first and mean no preference by it. */
const encodings = ['br', 'gzip'] as const;

/** Sends the smallest variant that the browser accepts. `tag` stands for the contents, e.g. their hash. */
export function sendWebFile(
  req: Request,
  res: Response,
  { variants, extension }: WebFile,
  tag: string,
): void {
  const encoding = encodings.find((name) => variants[name] && req.acceptsEncodings(name) === name);
  res.vary('Accept-Encoding').type(extension);
  if (encoding) res.set('Content-Encoding', encoding);
  res.set('ETag', `"${encoding ? `${tag}-${encoding}` : tag}"`).send(variants[encoding ?? 'identity']);
}
