import { randomInt, randomUUID } from 'node:crypto';
import Joi from 'joi';
import type { Size } from '../../../../shared/images/output.ts';
import { type Logger, silentLogger } from '../../../../shared/log.ts';
import { fetchMs, fetchWithRetries } from '../../http/fetch-with-retries.ts';
import {
  createProviderHttp,
  type ProviderHttp,
  type ProviderHttpOptions,
  type ProviderResponse,
  readJsonBody,
  withinTime,
} from '../../http/provider-http.ts';
import { jsonBody, multipartBody } from '../../http/streamed-body.ts';
import { mayStillRun } from '../../http/transport-failure.ts';
import { createModelInput, type ModelInput } from '../../images/model-input.ts';
import { opaqueImage } from '../../images/opaque-image.ts';
import { type FollowContext, predictionKey, submitOrResume } from '../../predictions/prediction.ts';
import { awaitPrediction } from '../../predictions/queued-prediction.ts';
import {
  type Provider,
  type ProviderContext,
  ProviderError,
  type ProviderImage,
  type ProviderRequest,
} from '../../provider.ts';
import { findEnded, findImage, type HistoryEntry, type OutputImage } from './history.ts';
import { fillWorkflow, imageSlots, type Workflow } from './workflow.ts';

export interface ComfyUiOptions extends Omit<ProviderHttpOptions, 'headers'> {
  /** From `loadWorkflow`. */
  workflow: Workflow;
  /** Longest time one render may take, waiting in ComfyUI's queue included, in milliseconds. */
  timeoutMs: number;
}

interface Uploaded {
  name: string;
  subfolder: string;
}
const uploaded = Joi.object<Uploaded>({
  name: Joi.string().required(),
  subfolder: Joi.string().allow('').required(),
});
/** The saved reference of a queued prompt. */
const submitted = Joi.object<{ id: string }>({ id: Joi.string().required() });
const queued = Joi.object<{ prompt_id: string }>({ prompt_id: Joi.string().required() });
const uploadMs = 30_000;
const submitMs = 10_000;
const readyMs = 5_000;
const maxUploadBytes = 256 * 1024 * 1024;
/** Edit models work at about this many pixels; more takes longer and makes them duplicate objects. */
const workPixels = 1_572_864;
const step = 16;

/**
 * Renders on a ComfyUI with a workflow of the operator's: images to `POST upload/image`, the filled workflow
 * to `POST prompt`, `GET history/{id}` until it has ended (`GET queue` says whether it waits or runs), the image from `GET view`;
 * `POST queue` and `POST interrupt` when the render is aborted. Written from docs.comfy.org/development/comfyui-server/comms_routes
 * and server.py of Comfy-Org/ComfyUI, as of November 2026. Images go to ComfyUI's temporary folder, which it
 * empties when it starts, and the entry in its history is deleted.
 */
export function createComfyUiProvider({ workflow, timeoutMs, ...options }: ComfyUiOptions): Provider {
  const http = createProviderHttp({ ...options, headers: {} });
  const slots = imageSlots(workflow);
  const log = silentLogger();
  return {
    name: 'comfyui',
    render: (request, context) =>
      withinTime(timeoutMs, context.signal, async (signal) => {
        const shape = workSize(request.output);
        const limits = { images: slots, bytes: maxUploadBytes, shapes: [shape] as [Size] };
        const input = await createModelInput(request, limits);
        const inner = { ...context, signal };
        const { ref, ended, takenOver } = await submitOrResume(
          {
            key: predictionKey([options.url, workflow, input.prompt, shape], input.images),
            ref: submitted,
            timeoutMs,
            maySave: () => true,
            submit: () => submit(http, { workflow, shape }, request, input, inner),
            follow: ({ id }, following) => follow(http, id, following),
          },
          inner,
        );
        const image = await view(http, findImage(ended), inner);
        return {
          image: await input.cut(image),
          report: { promptId: ref.id, ...(takenOver && { takenOver }) },
        };
      }),
    ready: (signal) =>
      http.call({ method: 'GET', path: 'queue', signal, timeoutMs: readyMs, log }).then(
        () => true,
        () => false,
      ),
  };
}

function workSize({ width, height }: Size): Size {
  const scale = Math.min(1, Math.sqrt(workPixels / (width * height)));
  const side = (pixels: number) => Math.max(step, Math.round((pixels * scale) / step) * step);
  return { width: side(width), height: side(height) };
}

/** Returns the name by which a LoadImage node finds the image in the temporary folder. */
async function upload(
  http: ProviderHttp,
  { renderId }: ProviderRequest,
  { bytes, mime }: ProviderImage,
  index: number,
  { signal, log }: ProviderContext,
): Promise<string> {
  const filename = `${renderId}-${randomUUID()}-${index + 1}.${mime.slice('image/'.length)}`;
  const body = multipartBody([
    ['image', { bytes, mime, filename }],
    ['type', 'temp'],
    ['subfolder', 'renders'],
  ]);
  const call = { method: 'POST', path: 'upload/image', body, signal, timeoutMs: uploadMs, log } as const;
  const { name, subfolder } = readJsonBody((await http.call(call)).body, uploaded);
  return `${subfolder ? `${subfolder}/` : ''}${name} [temp]`;
}

async function submit(
  http: ProviderHttp,
  { workflow, shape }: { workflow: Workflow; shape: Size },
  request: ProviderRequest,
  { images, prompt }: ModelInput<Size>,
  context: ProviderContext,
): Promise<{ ref: { id: string } }> {
  const { log, signal, progress } = context;
  const names = await Promise.all(
    images.map(async (image, at) => upload(http, request, await opaqueImage(image), at, context)),
  );
  const placeholders = names.map((name, index) => [`image${index + 1}`, name]);
  const values = { ...Object.fromEntries(placeholders), ...shape, prompt, seed: randomInt(2 ** 47) };
  signal.throwIfAborted();
  progress(0.05, 'sent to the model');
  return { ref: { id: await enqueue(http, fillWorkflow(workflow, values), log) } };
}

async function follow(http: ProviderHttp, id: string, context: FollowContext): Promise<HistoryEntry> {
  const { log } = context;
  const poll = (signal: AbortSignal) => findEnded(id, http, { ...context, signal });
  const entry = await awaitPrediction({ poll, cancel: () => cancel(http, id, log) }, context);
  await post(http, 'history', { delete: [id] }, log).catch(() => undefined);
  return entry;
}

const post = (http: ProviderHttp, path: string, value: unknown, log: Logger): Promise<ProviderResponse> =>
  http.call({ method: 'POST', path, body: jsonBody(value), timeoutMs: submitMs, log });

async function cancel(http: ProviderHttp, id: string, log: Logger): Promise<void> {
  await post(http, 'queue', { delete: [id] }, log);
  await post(http, 'interrupt', { prompt_id: id }, log);
}

/**
 * Returns the id of the queued prompt. We choose it, so that a prompt whose response was lost can be cancelled
 * as well; ComfyUI before 2025 assigns one of its own. For the same reason the caller's signal does not abort this.
 */
async function enqueue(http: ProviderHttp, prompt: Workflow, log: Logger): Promise<string> {
  const id = randomUUID();
  try {
    const response = await post(http, 'prompt', { prompt, prompt_id: id, client_id: id }, log);
    return readJsonBody(response.body, queued).prompt_id;
  } catch (error) {
    const lost = error instanceof ProviderError && error.cause !== undefined && mayStillRun(error.cause);
    if (lost) await cancel(http, id, log).catch(() => undefined);
    throw error;
  }
}

async function view(
  http: ProviderHttp,
  { filename, subfolder, type }: OutputImage,
  { signal, log }: ProviderContext,
): Promise<Buffer> {
  const path = `view?${new URLSearchParams({ filename, subfolder, type })}`;
  const call = { method: 'GET', path, signal, timeoutMs: fetchMs, log } as const;
  return (await fetchWithRetries(signal, () => http.call(call))).body;
}
