import { randomInt, randomUUID } from 'node:crypto';
import Joi from 'joi';
import { silentLogger } from '../../shared/log.ts';
import type { Size } from './canvas.ts';
import { fillWorkflow, imageSlots, type Workflow } from './comfyui/workflow.ts';
import { fetchAgain, fetchMs } from './fetch-again.ts';
import { createModelInput } from './model-input.ts';
import { opaqueImage } from './opaque-image.ts';
import {
  type Provider,
  type ProviderContext,
  ProviderError,
  type ProviderImage,
  type ProviderRequest,
} from './provider.ts';
import {
  type Answer,
  createProviderHttp,
  type ProviderHttp,
  type ProviderHttpOptions,
  readJson,
  withinTime,
} from './provider-http.ts';
import { awaitJob, JobLost } from './queued-job.ts';
import { jsonBody, multipartBody } from './streamed-body.ts';
import { mayStillRun } from './transport-failure.ts';

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
interface OutputImage {
  filename: string;
  subfolder: string;
  type: string;
}
interface HistoryEntry {
  outputs: Record<string, { images?: OutputImage[] }>;
  status?: { status_str?: string };
}

const uploaded = Joi.object<Uploaded>({
  name: Joi.string().required(),
  subfolder: Joi.string().allow('').required(),
});
const queued = Joi.object<{ prompt_id: string }>({ prompt_id: Joi.string().required() });
const outputImage = Joi.object({
  filename: Joi.string().required(),
  subfolder: Joi.string().allow('').required(),
  type: Joi.string().required(),
});
const historyEntry = Joi.object({
  outputs: Joi.object()
    .pattern(Joi.string(), Joi.object({ images: Joi.array().items(outputImage) }))
    .required(),
  status: Joi.object({ status_str: Joi.string() }),
});
const history = Joi.object<Record<string, HistoryEntry>>().pattern(Joi.string(), historyEntry);

/** An item is `[number, id, workflow, extra data, outputs]`. */
interface Queue {
  queue_running: unknown[][];
  queue_pending: unknown[][];
}
const items = Joi.array().items(Joi.array()).required();
const queue = Joi.object<Queue>({ queue_running: items, queue_pending: items });

const uploadMs = 30_000;
const submitMs = 10_000;
const lookMs = 10_000;
const readyMs = 5_000;
const largestUpload = 256 * 1024 * 1024;
/** Edit models work at about this many pixels; more takes longer and makes them repeat themselves. */
const workPixels = 1_572_864;
const step = 16;

/**
 * Renders on a ComfyUI with a workflow of the operator's: images to `POST upload/image`, the filled workflow
 * to `POST prompt`, `GET history/{id}` until it is there (`GET queue` says whether it still will be), the image from `GET view`; `POST queue` and
 * `POST interrupt` when nobody waits any more. Written from docs.comfy.org/development/comfyui-server/comms_routes
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
        const limits = { images: slots, bytes: largestUpload, shapes: [shape] as [Size] };
        const input = await createModelInput(request, limits);
        const inner = { ...context, signal };
        const names = await Promise.all(
          input.images.map(async (image, at) => upload(http, request, await opaqueImage(image), at, inner)),
        );
        const images = names.map((name, index) => [`image${index + 1}`, name]);
        const values = {
          ...Object.fromEntries(images),
          ...shape,
          prompt: input.prompt,
          seed: randomInt(2 ** 47),
        };
        const entry = await run(http, fillWorkflow(workflow, values), inner);
        return { image: await input.cut(await view(http, imageOf(entry), inner)) };
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

/** The name by which a LoadImage node finds the image in the temporary folder. */
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
  const { name, subfolder } = readJson((await http.call(call)).body, uploaded);
  return `${subfolder ? `${subfolder}/` : ''}${name} [temp]`;
}

async function run(http: ProviderHttp, prompt: Workflow, context: ProviderContext): Promise<HistoryEntry> {
  const { log, signal, progress } = context;
  const post = (path: string, value: unknown) =>
    http.call({ method: 'POST', path, body: jsonBody(value), timeoutMs: submitMs, log });
  const cancel = async (id: string) => {
    await post('queue', { delete: [id] });
    await post('interrupt', { prompt_id: id });
  };
  signal.throwIfAborted();
  progress(0.05, 'sent to the model');
  const id = await submit(post, prompt, cancel);
  const look = (signal: AbortSignal) => lookFor(id, http, { ...context, signal });
  const entry = await awaitJob({ look, cancel: () => cancel(id) }, { signal, log });
  await post('history', { delete: [id] }).catch(() => undefined);
  return entry;
}

/** The prompt's entry in the history; `undefined` while it waits or runs. */
async function lookFor(
  id: string,
  http: ProviderHttp,
  { signal, log, progress }: ProviderContext,
): Promise<HistoryEntry | undefined> {
  const get = async <T>(path: string, schema: Joi.ObjectSchema<T>): Promise<T> =>
    readJson((await http.call({ method: 'GET', path, signal, timeoutMs: lookMs, log })).body, schema);
  const ended = async () => {
    const known = await get(`history/${encodeURIComponent(id)}`, history);
    return Object.hasOwn(known, id) ? known[id] : undefined;
  };
  const entry = await ended();
  if (entry) return entry;
  const { queue_running: running, queue_pending: pending } = await get('queue', queue);
  if (running.some(isPrompt(id))) progress(0.3, 'rendering');
  else if (pending.some(isPrompt(id))) progress(0.1, 'waiting');
  // It may have ended between the two looks.
  else return (await ended()) ?? lost();
  return undefined;
}

const isPrompt = (id: string) => (item: unknown[]) => item[1] === id;

function lost(): never {
  throw new JobLost();
}

/**
 * The id of the queued prompt. It is ours, so that a prompt whose answer got lost can be cancelled as well;
 * a ComfyUI of before 2025 gives one of its own. Not broken off by the caller's signal, for the same reason.
 */
async function submit(
  post: (path: string, value: unknown) => Promise<Answer>,
  prompt: Workflow,
  cancel: (id: string) => Promise<void>,
): Promise<string> {
  const id = randomUUID();
  try {
    return readJson((await post('prompt', { prompt, prompt_id: id, client_id: id })).body, queued).prompt_id;
  } catch (error) {
    const lost = error instanceof ProviderError && error.cause !== undefined && mayStillRun(error.cause);
    if (lost) await cancel(id).catch(() => undefined);
    throw error;
  }
}

/** A saved image rather than a preview, where a workflow has both. */
function imageOf({ outputs, status }: HistoryEntry): OutputImage {
  if (status?.status_str === 'error') {
    throw new ProviderError('failed', 'The model failed on this input.');
  }
  const images = Object.values(outputs).flatMap((output) => output.images ?? []);
  const image = images.find(({ type }) => type === 'output') ?? images[0];
  if (image) return image;
  throw new ProviderError('failed', 'The model answered without an image.');
}

async function view(
  http: ProviderHttp,
  { filename, subfolder, type }: OutputImage,
  { signal, log }: ProviderContext,
): Promise<Buffer> {
  const path = `view?${new URLSearchParams({ filename, subfolder, type })}`;
  const call = { method: 'GET', path, signal, timeoutMs: fetchMs, log } as const;
  return (await fetchAgain(signal, () => http.call(call))).body;
}
