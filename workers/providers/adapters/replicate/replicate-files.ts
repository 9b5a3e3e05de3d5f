import Joi from 'joi';
import { type ProviderHttp, readJson } from '../../http/provider-http.ts';
import { type Base64Text, dataUrlOf, multipartBody } from '../../http/streamed-body.ts';
import type { ProviderContext, ProviderImage } from '../../provider.ts';

interface StoredFile {
  id: string;
  urls: { get: string };
}

const storedFile = Joi.object<StoredFile>({
  id: Joi.string().required(),
  urls: Joi.object({ get: Joi.string().required() }).required(),
});

/** Larger ones are uploaded first (replicate.com/docs/topics/predictions/input-files). */
const largestDataUrl = 256 * 1024;
const uploadMs = 60_000;
const tidyMs = 5_000;

/** The image itself where it is small; else it is uploaded, and its id noted in `files`. */
export async function referenceTo(
  http: ProviderHttp,
  image: ProviderImage,
  index: number,
  files: string[],
  { signal, log }: ProviderContext,
): Promise<string | Base64Text> {
  if (image.bytes.length <= largestDataUrl) return dataUrlOf(image);
  const filename = `${index + 1}.${image.mime.slice('image/'.length)}`;
  const body = multipartBody([['content', { bytes: image.bytes, mime: image.mime, filename }]]);
  const call = { method: 'POST', path: 'files', body, signal, timeoutMs: uploadMs, log } as const;
  const file = readJson((await http.call(call)).body, storedFile);
  files.push(file.id);
  return file.urls.get;
}

/** Best effort: they would expire after a day by themselves. */
export async function removeFiles(
  http: ProviderHttp,
  files: readonly string[],
  { log }: ProviderContext,
): Promise<void> {
  const remove = (id: string) =>
    http.call({ method: 'DELETE', path: `files/${encodeURIComponent(id)}`, timeoutMs: tidyMs, log });
  await Promise.allSettled(files.map(remove));
}
