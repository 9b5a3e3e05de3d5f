import Joi from 'joi';
import { aspectName, aspectShapes, resolutionName } from './aspect-shapes.ts';
import { createModelInput } from './model-input.ts';
import { type Provider, type ProviderContext, ProviderError, type ProviderImage } from './provider.ts';
import {
  createProviderHttp,
  type ProviderHttp,
  type ProviderHttpOptions,
  readJson,
  withinTime,
} from './provider-http.ts';
import { awaitJob } from './queued-job.ts';
import { refusedForSafety } from './status-failure.ts';
import { type Base64Text, dataUrlOf, jsonBody, multipartBody } from './streamed-body.ts';

export interface ReplicateOptions extends Omit<ProviderHttpOptions, 'headers'> {
  token: string;
  /** `owner/name` of an official model that takes `prompt` and `image_input`, e.g. `google/nano-banana-2`. */
  model: string;
  /** Longest time one render may take, waiting included, in milliseconds. */
  timeoutMs: number;
}

interface Prediction {
  id: string;
  status: string;
  output?: unknown;
  error?: unknown;
  urls: { get: string; cancel: string };
}
interface StoredFile {
  id: string;
  urls: { get: string };
}

const prediction = Joi.object<Prediction>({
  id: Joi.string().required(),
  status: Joi.string().required(),
  urls: Joi.object({ get: Joi.string().required(), cancel: Joi.string().required() }).required(),
});
const storedFile = Joi.object<StoredFile>({
  id: Joi.string().required(),
  urls: Joi.object({ get: Joi.string().required() }).required(),
});

/** Of the default model; others take as many or refuse by themselves. */
const limits = { images: 14, bytes: 64 * 1024 * 1024, shapes: aspectShapes };
/** Larger ones are uploaded first (replicate.com/docs/topics/predictions/input-files). */
const largestDataUrl = 256 * 1024;
const underWay = new Set(['starting', 'processing']);

const uploadMs = 60_000;
const submitMs = 30_000;
const lookMs = 10_000;
const tidyMs = 5_000;

/**
 * Renders with a model on Replicate: large images to `POST files`, `POST models/{owner}/{name}/predictions`,
 * looks at `urls.get` until it ends, the image from the output's URL; `POST urls.cancel` when nobody waits
 * any more. Written from replicate.com/docs/reference/http and
 * replicate.com/docs/topics/predictions/create-a-prediction, as of November 2026.
 */
export function createReplicateProvider({ token, model, timeoutMs, ...options }: ReplicateOptions): Provider {
  const http = createProviderHttp({ ...options, headers: { authorization: `Bearer ${token}` } });
  return {
    name: 'replicate',
    render: (request, context) =>
      withinTime(timeoutMs, context.signal, async (signal) => {
        const input = await createModelInput(request, limits);
        const inner = { ...context, signal };
        const ended = await withFiles(http, input.images, inner, (images) => {
          const values = {
            prompt: input.prompt,
            image_input: images,
            aspect_ratio: aspectName(input.shape),
            resolution: resolutionName(request.output),
            output_format: 'png',
          };
          return predict(http, { model, timeoutMs }, values, inner);
        });
        const image = await http.image(outputOf(ended), signal);
        return { image: await input.cut(image), report: { model, predictionId: ended.id } };
      }),
  };
}

/** Runs `work` with the images as data URLs or as URLs of uploaded files, which are deleted afterwards. */
async function withFiles<T>(
  http: ProviderHttp,
  images: readonly ProviderImage[],
  { signal, log }: ProviderContext,
  work: (images: (string | Base64Text)[]) => Promise<T>,
): Promise<T> {
  const stored: StoredFile[] = [];
  const reference = async (image: ProviderImage, index: number) => {
    if (image.bytes.length <= largestDataUrl) return dataUrlOf(image);
    const filename = `${index + 1}.${image.mime.slice('image/'.length)}`;
    const body = multipartBody([['content', { bytes: image.bytes, mime: image.mime, filename }]]);
    const call = { method: 'POST', path: 'files', body, signal, timeoutMs: uploadMs, log } as const;
    const file = readJson((await http.call(call)).body, storedFile);
    stored.push(file);
    return file.urls.get;
  };
  try {
    return await work(await Promise.all(images.map(reference)));
  } finally {
    // They would expire after a day by themselves.
    const remove = ({ id }: StoredFile) =>
      http.call({ method: 'DELETE', path: `files/${encodeURIComponent(id)}`, timeoutMs: tidyMs, log });
    await Promise.allSettled(stored.map(remove));
  }
}

async function predict(
  http: ProviderHttp,
  { model, timeoutMs }: { model: string; timeoutMs: number },
  input: Record<string, unknown>,
  { signal, log, progress }: ProviderContext,
): Promise<Prediction> {
  signal.throwIfAborted();
  progress(0.05, 'sent to the model');
  // Not broken off by the caller's signal: only with the answer is there something to cancel. For the same
  // reason the answer is not held back for the usual minute of `Prefer: wait`.
  const answer = await http.call({
    method: 'POST',
    path: `models/${model}/predictions`,
    body: jsonBody({ input }),
    headers: { prefer: 'wait=1', 'cancel-after': `${Math.max(5, Math.ceil(timeoutMs / 1000))}s` },
    timeoutMs: Math.min(submitMs, timeoutMs),
    log,
  });
  const created = readJson(answer.body, prediction);
  if (!underWay.has(created.status)) return created;
  return awaitJob(
    {
      async look() {
        const call = { method: 'GET', path: created.urls.get, signal, timeoutMs: lookMs, log } as const;
        const now = readJson((await http.call(call)).body, prediction);
        if (!underWay.has(now.status)) return now;
        if (now.status === 'starting') progress(0.1, 'starting');
        else progress(0.3, 'rendering');
        return undefined;
      },
      cancel: () => http.call({ method: 'POST', path: created.urls.cancel, timeoutMs: tidyMs, log }),
    },
    { signal, log },
  );
}

/** Codes in the text of `error` (replicate.com/docs/reference/error-codes; E005 is the platform's own filter). */
const errorCodes: Record<string, () => ProviderError> = {
  E005: refusedForSafety,
  E6716: () => new ProviderError('unavailable', 'The model did not start in time.'),
};

// A model that runs its own filter has no field for it: it fails with a text of its choice.
const safetyWords = /\bnsfw\b|flagged as sensitive|safety|content policy|moderation/i;

/** The URL of the one image. @throws ProviderError when the prediction brought none. */
function outputOf({ status, output, error }: Prediction): string {
  if (status === 'succeeded') {
    const first: unknown = Array.isArray(output) ? output[0] : output;
    if (typeof first === 'string' && first !== '') return first;
    throw new ProviderError('failed', 'The model answered without an image.');
  }
  // Aborted: our deadline passed before a machine was free.
  if (status === 'aborted') throw new ProviderError('unavailable', 'The model did not start in time.');
  if (status === 'canceled') throw new ProviderError('failed', 'The prediction was cancelled.');
  const text = typeof error === 'string' ? error : '';
  const [code = ''] = /\bE\d{3,4}\b/.exec(text) ?? [];
  if (Object.hasOwn(errorCodes, code)) throw errorCodes[code]!();
  if (safetyWords.test(text)) throw refusedForSafety();
  throw new ProviderError('failed', 'The model failed on this input.');
}
