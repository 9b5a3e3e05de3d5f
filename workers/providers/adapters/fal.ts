import Joi from 'joi';
import type { Size } from '../../../shared/images/output.ts';
import { fetchMs, fetchWithRetries } from '../http/fetch-with-retries.ts';
import {
  createProviderHttp,
  type ProviderHttp,
  type ProviderHttpOptions,
  type ProviderResponse,
  readJsonBody,
  readRefusal,
  withinTime,
} from '../http/provider-http.ts';
import { refusedForSafety } from '../http/status-failure.ts';
import { jsonBody, toDataUrl } from '../http/streamed-body.ts';
import { aspectName, aspectShapes, resolutionName } from '../images/aspect-shapes.ts';
import { createModelInput, type ModelInput } from '../images/model-input.ts';
import { editKey, type FollowContext, submitOrResume } from '../predictions/prediction.ts';
import { awaitPrediction, lostIfUnknown } from '../predictions/queued-prediction.ts';
import { type Provider, type ProviderContext, ProviderError, type ProviderRequest } from '../provider.ts';

export interface FalOptions extends Omit<ProviderHttpOptions, 'headers'> {
  key: string;
  /** Id of an endpoint that takes `prompt` and `image_urls`, e.g. `google/nano-banana-2.1/edit`. */
  model: string;
  /** Maximum time of one render, waiting included, in milliseconds. */
  timeoutMs: number;
}

interface Submitted {
  request_id: string;
  status_url: string;
  response_url: string;
  cancel_url: string;
}
interface Status {
  status: 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED';
  queue_position?: number;
}
interface Result {
  images: { url: string }[];
  has_nsfw_concepts?: boolean[];
}

const submitted = Joi.object<Submitted>({
  request_id: Joi.string().required(),
  status_url: Joi.string().required(),
  response_url: Joi.string().required(),
  cancel_url: Joi.string().required(),
});
const status = Joi.object<Status>({
  status: Joi.valid('IN_QUEUE', 'IN_PROGRESS', 'COMPLETED').required(),
  queue_position: Joi.number(),
});
const result = Joi.object<Result>({
  images: Joi.array()
    .items(Joi.object({ url: Joi.string().required() }))
    .min(1)
    .required(),
  has_nsfw_concepts: Joi.array().items(Joi.boolean()),
});

/** Of the default model; others accept as many, or refuse by themselves. */
const limits = { images: 14, bytes: 30 * 1024 * 1024, shapes: aspectShapes };

const submitMs = 60_000;
const pollMs = 10_000;
const cancelMs = 5_000;
/** Without this header fal keeps results for ever. */
const resultLifetimeSeconds = 3600;

/**
 * Renders with a model on fal through its queue: submit, poll `status_url` until COMPLETED, get
 * `response_url`, fetch the image; `PUT cancel_url` when the render is aborted. Written from
 * fal.ai/docs/api-reference/inference-api (Queue API), fal.ai/docs/documentation/model-apis/errors and
 * fal.ai/models/google/nano-banana-2.1/edit/llms.txt, as of 21 November 2026. The images go as data URLs, so no customer's image remains in fal's file storage.
 */
export function createFalProvider({ key, model, timeoutMs, ...options }: FalOptions): Provider {
  const http = createProviderHttp({ ...options, headers: { authorization: `Key ${key}` } });
  return {
    name: 'fal',
    render: (request, context) =>
      withinTime(timeoutMs, context.signal, async (signal) => {
        const input = await createModelInput(request, limits);
        const { ref, ended, takenOver } = await submitOrResume(
          {
            key: editKey([options.url, model], input, request.output),
            ref: submitted,
            timeoutMs,
            maySave: (ref) => [ref.status_url, ref.response_url, ref.cancel_url].every(http.isSavable),
            submit: () => submit(http, { model, timeoutMs }, request, input, context),
            follow: (ref, inner) => follow(http, ref, inner),
          },
          { ...context, signal },
        );
        const image = await http.image(ended.images[0]!.url, signal);
        const report = { model, requestId: ref.request_id, ...(takenOver && { takenOver }) };
        return { image: await input.cut(image), report };
      }),
  };
}

/** Not aborted by the caller's signal: without the response there is no id to cancel. */
async function submit(
  http: ProviderHttp,
  { model, timeoutMs }: { model: string; timeoutMs: number },
  request: ProviderRequest,
  input: ModelInput<Size>,
  { log, progress }: ProviderContext,
): Promise<{ ref: Submitted }> {
  progress(0.05, 'sent to the model');
  const response = await http.call({
    method: 'POST',
    path: model,
    body: jsonBody({
      prompt: input.prompt,
      image_urls: input.images.map(toDataUrl),
      num_images: 1,
      aspect_ratio: aspectName(input.shape),
      resolution: resolutionName(request.output),
      output_format: 'png',
    }),
    headers: {
      // fal does not start the request after this time.
      'x-fal-request-timeout': String(Math.ceil(timeoutMs / 1000)),
      'x-fal-object-lifecycle-preference': JSON.stringify({
        expiration_duration_seconds: resultLifetimeSeconds,
      }),
    },
    timeoutMs: Math.min(submitMs, timeoutMs),
    log,
    parseFailure: toFailure,
  });
  const { request_id, status_url, response_url, cancel_url } = readJsonBody(response.body, submitted);
  return { ref: { request_id, status_url, response_url, cancel_url } };
}

/** Returns the model's result once the queue has it; a failed request has its error there. */
async function follow(
  http: ProviderHttp,
  { status_url, response_url, cancel_url }: Submitted,
  { takenOver, ...context }: FollowContext,
): Promise<Result> {
  const { signal, log, progress } = context;
  const lostOr = (response: ProviderResponse) => lostIfUnknown(takenOver, response) ?? toFailure(response);
  const get = (path: string, timeoutMs: number) =>
    http.call({ method: 'GET', path, signal, timeoutMs, log, parseFailure: lostOr });
  await awaitPrediction(
    {
      async poll() {
        const now = readJsonBody((await get(status_url, pollMs)).body, status);
        if (now.status === 'COMPLETED') return now;
        const { queue_position: position } = now;
        if (now.status === 'IN_PROGRESS') progress(0.3, 'rendering');
        else progress(0.1, position ? `waiting, position ${position}` : 'waiting');
        return undefined;
      },
      cancel: () => http.call({ method: 'PUT', path: cancel_url, timeoutMs: cancelMs, log }),
    },
    context,
  );
  const response = await fetchWithRetries(signal, () => get(response_url, fetchMs));
  const made = readJsonBody(response.body, result);
  // The safety checker of the open models blackens the image and reports it only here.
  if (made.has_nsfw_concepts?.[0]) throw refusedForSafety();
  return made;
}

interface Refusal {
  detail?: { type?: string }[];
}

const refusal = Joi.object<Refusal>({
  detail: Joi.array()
    .items(Joi.object({ type: Joi.string() }))
    .required(),
});

/** A model's errors are a typed list; the queue's are a text, so that their status decides. */
function toFailure(response: ProviderResponse): ProviderError | undefined {
  const types = readRefusal(response, refusal)?.detail?.map(({ type }) => type) ?? [];
  if (types.includes('content_policy_violation')) return refusedForSafety();
  if (types.includes('no_media_generated')) {
    return new ProviderError('failed', 'The model returned no image.');
  }
  // Its status is 400, although the input is not at fault.
  if (types.includes('downstream_service_error')) return new ProviderError('failed', 'The model failed.');
  return undefined;
}
