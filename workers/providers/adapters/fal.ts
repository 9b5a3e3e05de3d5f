import Joi from 'joi';
import { fetchAgain, fetchMs } from '../http/fetch-again.ts';
import {
  type Answer,
  createProviderHttp,
  type ProviderHttp,
  type ProviderHttpOptions,
  readJson,
  readRefusal,
  withinTime,
} from '../http/provider-http.ts';
import { refusedForSafety } from '../http/status-failure.ts';
import { dataUrlOf, jsonBody } from '../http/streamed-body.ts';
import { aspectName, aspectShapes, resolutionName } from '../images/aspect-shapes.ts';
import type { Size } from '../images/canvas.ts';
import { createModelInput, type ModelInput } from '../images/model-input.ts';
import { editKey, type FollowContext, submitOrResume } from '../predictions/prediction.ts';
import { awaitJob, lostIfUnknown } from '../predictions/queued-prediction.ts';
import { type Provider, type ProviderContext, ProviderError, type ProviderRequest } from '../provider.ts';

export interface FalOptions extends Omit<ProviderHttpOptions, 'headers'> {
  key: string;
  /** Id of an endpoint that takes `prompt` and `image_urls`, e.g. `google/nano-banana-2.1/edit`. */
  model: string;
  /** Longest time one render may take, waiting included, in milliseconds. */
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

/** Of the default model; others take as many or refuse by themselves. */
const limits = { images: 14, bytes: 30 * 1024 * 1024, shapes: aspectShapes };

const submitMs = 60_000;
const lookMs = 10_000;
const cancelMs = 5_000;
/** fal keeps what a model made for ever unless it is told otherwise. */
const keepSeconds = 3600;

/**
 * Renders with a model on fal through its queue: submit, look at `status_url` until COMPLETED, get
 * `response_url`, fetch the image; `PUT cancel_url` when nobody waits any more. Written from
 * fal.ai/docs/api-reference/inference-api (Queue API), fal.ai/docs/documentation/model-apis/errors and
 * fal.ai/models/google/nano-banana-2.1/edit/llms.txt, as of 21 November 2026. The images go as data URLs, so nothing of a customer is left in fal's file store.
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
            mayKeep: (job) => [job.status_url, job.response_url, job.cancel_url].every(http.isPlain),
            submit: () => submit(http, { model, timeoutMs }, request, input, context),
            follow: (job, inner) => follow(http, job, inner),
          },
          { ...context, signal },
        );
        const image = await http.image(ended.images[0]!.url, signal);
        const report = { model, requestId: ref.request_id, ...(takenOver && { takenOver }) };
        return { image: await input.cut(image), report };
      }),
  };
}

/** Not broken off by the caller's signal: only with the answer is there something to cancel. */
async function submit(
  http: ProviderHttp,
  { model, timeoutMs }: { model: string; timeoutMs: number },
  request: ProviderRequest,
  input: ModelInput<Size>,
  { log, progress }: ProviderContext,
): Promise<{ ref: Submitted }> {
  progress(0.05, 'sent to the model');
  const answer = await http.call({
    method: 'POST',
    path: model,
    body: jsonBody({
      prompt: input.prompt,
      image_urls: input.images.map(dataUrlOf),
      num_images: 1,
      aspect_ratio: aspectName(input.shape),
      resolution: resolutionName(request.output),
      output_format: 'png',
    }),
    headers: {
      // Not started any more once we have given up.
      'x-fal-request-timeout': String(Math.ceil(timeoutMs / 1000)),
      'x-fal-object-lifecycle-preference': JSON.stringify({ expiration_duration_seconds: keepSeconds }),
    },
    timeoutMs: Math.min(submitMs, timeoutMs),
    log,
    failureOf,
  });
  const { request_id, status_url, response_url, cancel_url } = readJson(answer.body, submitted);
  return { ref: { request_id, status_url, response_url, cancel_url } };
}

/** The model's answer once the queue has it; a failed request answers with its error there. */
async function follow(
  http: ProviderHttp,
  job: Submitted,
  { takenOver, ...context }: FollowContext,
): Promise<Result> {
  const { signal, log, progress } = context;
  const lostOr = (answer: Answer) => lostIfUnknown(takenOver, answer) ?? failureOf(answer);
  const get = (path: string, timeoutMs: number) =>
    http.call({ method: 'GET', path, signal, timeoutMs, log, failureOf: lostOr });
  await awaitJob(
    {
      async look() {
        const now = readJson((await get(job.status_url, lookMs)).body, status);
        if (now.status === 'COMPLETED') return now;
        const { queue_position: position } = now;
        if (now.status === 'IN_PROGRESS') progress(0.3, 'rendering');
        else progress(0.1, position ? `waiting, position ${position}` : 'waiting');
        return undefined;
      },
      cancel: () => http.call({ method: 'PUT', path: job.cancel_url, timeoutMs: cancelMs, log }),
    },
    context,
  );
  const response = await fetchAgain(signal, () => get(job.response_url, fetchMs));
  const made = readJson(response.body, result);
  // The safety checker of the open models blackens the image and says it only here.
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

/** What a model says of its input is a list of typed errors; what the queue says is a text, and the status tells. */
function failureOf(answer: Answer): ProviderError | undefined {
  const types = readRefusal(answer, refusal)?.detail?.map(({ type }) => type) ?? [];
  if (types.includes('content_policy_violation')) return refusedForSafety();
  if (types.includes('no_media_generated')) {
    return new ProviderError('failed', 'The model answered without an image.');
  }
  // 400, although it is not the input that was wrong.
  if (types.includes('downstream_service_error')) return new ProviderError('failed', 'The model failed.');
  return undefined;
}
