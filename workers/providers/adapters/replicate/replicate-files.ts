import Joi from 'joi';
import { type ProviderHttp, readJsonBody } from '../../http/provider-http.ts';
import { type Base64Text, multipartBody, toDataUrl } from '../../http/streamed-body.ts';
import type { ProviderContext, ProviderImage } from '../../provider.ts';

interface UploadedFile {
  id: string;
  urls: { get: string };
}

const uploadedFile = Joi.object<UploadedFile>({
  id: Joi.string().required(),
  urls: Joi.object({ get: Joi.string().required() }).required(),
});

/** Larger ones are uploaded first (replicate.com/docs/topics/predictions/input-files). */
const maxDataUrlBytes = 256 * 1024;
const uploadMs = 60_000;
const deleteMs = 5_000;

/** Returns a small image as a data URL; uploads a larger one and adds its id to `files`. */
export async function referenceTo(
  http: ProviderHttp,
  image: ProviderImage,
  index: number,
  files: string[],
  { signal, log }: ProviderContext,
): Promise<string | Base64Text> {
  if (image.bytes.length <= maxDataUrlBytes) return toDataUrl(image);
  const filename = `${index + 1}.${image.mime.slice('image/'.length)}`;
  const body = multipartBody([['content', { bytes: image.bytes, mime: image.mime, filename }]]);
  const call = { method: 'POST', path: 'files', body, signal, timeoutMs: uploadMs, log } as const;
  const file = readJsonBody((await http.call(call)).body, uploadedFile);
  files.push(file.id);
  return file.urls.get;
}

/** Best effort: they expire after a day by themselves. */
export async function removeFiles(
  http: ProviderHttp,
  files: readonly string[],
  { log }: ProviderContext,
): Promise<void> {
  const remove = (id: string) =>
    http.call({ method: 'DELETE', path: `files/${encodeURIComponent(id)}`, timeoutMs: deleteMs, log });
  await Promise.allSettled(files.map(remove));
}
