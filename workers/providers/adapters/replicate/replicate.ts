import Joi from 'joi';
import type { Size } from '../../../../shared/images/output.ts';
import {
  createProviderHttp,
  type ProviderHttp,
  type ProviderHttpOptions,
  type ProviderResponse,
  readJsonBody,
  withinTime,
} from '../../http/provider-http.ts';
import { refusedForSafety } from '../../http/status-failure.ts';
import { jsonBody } from '../../http/streamed-body.ts';
import { aspectName, aspectShapes, resolutionName } from '../../images/aspect-shapes.ts';
import { createModelInput, type ModelInput } from '../../images/model-input.ts';
import { editKey, type FollowContext, submitOrResume } from '../../predictions/prediction.ts';
import { awaitPrediction, lostIfUnknown } from '../../predictions/queued-prediction.ts';
import { type Provider, type ProviderContext, ProviderError, type ProviderRequest } from '../../provider.ts';
import { referenceTo, removeFiles } from './replicate-files.ts';

export interface ReplicateOptions extends Omit<ProviderHttpOptions, 'headers'> {
  token: string;
  /** `owner/name` of an official model that takes `prompt` and `image_input`, e.g. `google/nano-banana-2`. */
  model: string;
  /** Maximum time of one render, waiting included, in milliseconds. */
  timeoutMs: number;
}

interface ReplicatePrediction {
  id: string;
  status: string;
  output?: unknown;
  error?: unknown;
  urls: { get: string; cancel: string };
}
/** The saved reference of a prediction. */
interface Submitted {
  id: string;
  urls: ReplicatePrediction['urls'];
  /** Ids of the uploaded images. */
  files: string[];
}

const urls = Joi.object({ get: Joi.string().required(), cancel: Joi.string().required() }).required();
const prediction = Joi.object<ReplicatePrediction>({
  id: Joi.string().required(),
  status: Joi.string().required(),
  urls,
});
const submitted = Joi.object<Submitted>({
  id: Joi.string().required(),
  urls,
  files: Joi.array().items(Joi.string()).required(),
});

/** Of the default model; others accept as many, or refuse by themselves. */
const limits = { images: 14, bytes: 64 * 1024 * 1024, shapes: aspectShapes };
const underWay = new Set(['starting', 'processing']);

const submitMs = 30_000;
const pollMs = 10_000;
const deleteMs = 5_000;

/**
 * Renders with a model on Replicate: large images to `POST files`, `POST models/{owner}/{name}/predictions`,
 * polls `urls.get` until it ends, the image from the output's URL; `POST urls.cancel` when the render is
 * aborted. Written from replicate.com/docs/reference/http and
 * replicate.com/docs/topics/predictions/create-a-prediction, and for the input from the schema at
 * replicate.com/google/nano-banana-2/versions, as of 21 November 2026.
 */
export function createReplicateProvider({ token, model, timeoutMs, ...options }: ReplicateOptions): Provider {
  const http = createProviderHttp({ ...options, headers: { authorization: `Bearer ${token}` } });
  return {
    name: 'replicate',
    render: (request, context) =>
      withinTime(timeoutMs, context.signal, async (signal) => {
        const input = await createModelInput(request, limits);
        const inner = { ...context, signal };
        const { ref, ended, takenOver } = await submitOrResume(
          {
            key: editKey([options.url, model], input, request.output),
            ref: submitted,
            timeoutMs,
            maySave: ({ urls }) => [urls.get, urls.cancel].every(http.isSavable),
            submit: () => submit(http, { model, timeoutMs }, request, input, inner),
            follow: (ref, following) => follow(http, ref, following),
          },
          inner,
        );
        const image = await http.image(findOutput(ended), signal);
        const report = { model, predictionId: ref.id, ...(takenOver && { takenOver }) };
        return { image: await input.cut(image), report };
      }),
  };
}

/** With the images as data URLs or as URLs of uploaded files, which are deleted when the prediction has ended. */
async function submit(
  http: ProviderHttp,
  settings: { model: string; timeoutMs: number },
  request: ProviderRequest,
  { prompt, images, shape }: ModelInput<Size>,
  context: ProviderContext,
): Promise<{ ref: Submitted; ended?: ReplicatePrediction }> {
  const files: string[] = [];
  try {
    const references = await Promise.all(
      images.map((image, index) => referenceTo(http, image, index, files, context)),
    );
    const input = {
      prompt,
      image_input: references,
      aspect_ratio: aspectName(shape),
      resolution: resolutionName(request.output),
      output_format: 'png',
    };
    const created = await create(http, settings, input, context);
    const { id, urls } = created;
    const ref = { id, urls: { get: urls.get, cancel: urls.cancel }, files };
    if (underWay.has(created.status)) return { ref };
    await removeFiles(http, files, context);
    return { ref, ended: created };
  } catch (error) {
    await removeFiles(http, files, context);
    throw error;
  }
}

/**
 * Not aborted by the caller's signal: without the response there is no id to cancel. For the same reason
 * `Prefer: wait` is 1 s instead of the usual minute.
 */
async function create(
  http: ProviderHttp,
  { model, timeoutMs }: { model: string; timeoutMs: number },
  input: Record<string, unknown>,
  { signal, log, progress }: ProviderContext,
): Promise<ReplicatePrediction> {
  signal.throwIfAborted();
  progress(0.05, 'sent to the model');
  const response = await http.call({
    method: 'POST',
    path: `models/${model}/predictions`,
    body: jsonBody({ input }),
    headers: { prefer: 'wait=1', 'cancel-after': `${Math.max(5, Math.ceil(timeoutMs / 1000))}s` },
    timeoutMs: Math.min(submitMs, timeoutMs),
    log,
  });
  return readJsonBody(response.body, prediction);
}

/** Returns the prediction once it has ended, and deletes its files unless another worker resumes it. */
async function follow(
  http: ProviderHttp,
  { urls, files }: Submitted,
  { takenOver, ...context }: FollowContext,
): Promise<ReplicatePrediction> {
  const { signal, log, progress, predictions } = context;
  const toFailure = (response: ProviderResponse) => lostIfUnknown(takenOver, response);
  const work = awaitPrediction(
    {
      async poll() {
        const call = {
          method: 'GET',
          path: urls.get,
          signal,
          timeoutMs: pollMs,
          log,
          parseFailure: toFailure,
        } as const;
        const now = readJsonBody((await http.call(call)).body, prediction);
        if (!underWay.has(now.status)) return now;
        if (now.status === 'starting') progress(0.1, 'starting');
        else progress(0.3, 'rendering');
        return undefined;
      },
      cancel: () => http.call({ method: 'POST', path: urls.cancel, timeoutMs: deleteMs, log }),
    },
    context,
  );
  try {
    return await work;
  } finally {
    const resumed = signal.aborted && (await predictions?.continuesElsewhere(signal.reason));
    if (!resumed) await removeFiles(http, files, context);
  }
}

/** Codes in the text of `error` (replicate.com/docs/reference/error-codes; E005 is the platform's own filter). */
const errorCodes: Record<string, () => ProviderError> = {
  E005: refusedForSafety,
  E6716: () => new ProviderError('unavailable', 'The model did not start in time.'),
};

// A model with a filter of its own has no field for a refusal: it fails with a text of its choice.
const safetyWords = /\bnsfw\b|flagged as sensitive|safety|content policy|moderation/i;

/** Returns the URL of the one image. @throws ProviderError when the prediction has none. */
function findOutput({ status, output, error }: ReplicatePrediction): string {
  if (status === 'succeeded') {
    const first: unknown = Array.isArray(output) ? output[0] : output;
    if (typeof first === 'string' && first !== '') return first;
    throw new ProviderError('failed', 'The model returned no image.');
  }
  // Aborted: our deadline passed before a machine was available.
  if (status === 'aborted') throw new ProviderError('unavailable', 'The model did not start in time.');
  if (status === 'canceled') throw new ProviderError('failed', 'The prediction was cancelled.');
  const text = typeof error === 'string' ? error : '';
  const [code = ''] = /\bE\d{3,4}\b/.exec(text) ?? [];
  if (Object.hasOwn(errorCodes, code)) throw errorCodes[code]!();
  if (safetyWords.test(text)) throw refusedForSafety();
  throw new ProviderError('failed', 'The model failed on this input.');
}
