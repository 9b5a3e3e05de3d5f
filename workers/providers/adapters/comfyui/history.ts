import Joi from 'joi';
import { type ProviderHttp, readJsonBody } from '../../http/provider-http.ts';
import { PredictionLost } from '../../predictions/queued-prediction.ts';
import { type ProviderContext, ProviderError } from '../../provider.ts';

export interface OutputImage {
  filename: string;
  subfolder: string;
  type: string;
}
export interface HistoryEntry {
  outputs: Record<string, { images?: OutputImage[] }>;
  status?: { status_str?: string };
}

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

const pollMs = 10_000;

/** Returns the prompt's entry in the history; `undefined` while it waits or runs. */
export async function findEnded(
  id: string,
  http: ProviderHttp,
  { signal, log, progress }: ProviderContext,
): Promise<HistoryEntry | undefined> {
  const get = async <T>(path: string, schema: Joi.ObjectSchema<T>): Promise<T> =>
    readJsonBody((await http.call({ method: 'GET', path, signal, timeoutMs: pollMs, log })).body, schema);
  const ended = async () => {
    const known = await get(`history/${encodeURIComponent(id)}`, history);
    return Object.hasOwn(known, id) ? known[id] : undefined;
  };
  const entry = await ended();
  if (entry) return entry;
  const { queue_running: running, queue_pending: pending } = await get('queue', queue);
  if (running.some(isPrompt(id))) progress(0.3, 'rendering');
  else if (pending.some(isPrompt(id))) progress(0.1, 'waiting');
  // It may have ended between the two requests.
  else return (await ended()) ?? lost();
  return undefined;
}

const isPrompt = (id: string) => (item: unknown[]) => item[1] === id;

function lost(): never {
  throw new PredictionLost();
}

/** Returns a saved image rather than a preview, where a workflow has both. */
export function findImage({ outputs, status }: HistoryEntry): OutputImage {
  if (status?.status_str === 'error') {
    throw new ProviderError('failed', 'The model failed on this input.');
  }
  const images = Object.values(outputs).flatMap((output) => output.images ?? []);
  const image = images.find(({ type }) => type === 'output') ?? images[0];
  if (image) return image;
  throw new ProviderError('failed', 'The model returned no image.');
}
