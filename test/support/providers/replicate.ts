import {
  deliveredImage,
  type Exchange,
  expectThat,
  type FakeVendor,
  misbehaved,
  missedFetch,
  newPrediction,
  startFakeVendor,
} from './fake-vendor.ts';

const createPath = '/v1/models/acme/test-model/predictions';
const predictionPaths = /^\/v1\/predictions\/([\w-]+)(\/cancel)?$/;
const refusal = (status: number) => ({ title: 'Refused', detail: 'no', status });

/** Speaks the HTTP API of Replicate for the official model `acme/test-model`. */
export const startReplicate = () => startFakeVendor(route);

const uploads = new WeakMap<FakeVendor, Map<string, Buffer>>();

function route(exchange: Exchange): unknown {
  const { vendor, method, path, headers, send } = exchange;
  if (method === 'GET' && path === '/delivery/out.png') {
    expectThat(headers.authorization === undefined, 'the token went to the file host');
    return deliver(exchange);
  }
  expectThat(headers.authorization === 'Bearer key', 'no token', 401);
  if (method === 'POST' && path === '/v1/files') return saveFile(exchange);
  if (method === 'DELETE' && path.startsWith('/v1/files/')) {
    vendor.seen.deleted.push(path.slice('/v1/files/'.length));
    return send(204, '');
  }
  if (method === 'POST' && path === createPath) return create(exchange);
  const [, id = '', cancel] = predictionPaths.exec(path) ?? [];
  expectThat(id !== '', 'no such path', 404);
  if (!vendor.seen.predictions.includes(id)) return send(404, { detail: 'Not found.' });
  if (method === 'GET' && !cancel) return poll(exchange, id);
  expectThat(method === 'POST' && cancel !== undefined, 'no such path', 404);
  vendor.seen.cancelled++;
  send(200, prediction(vendor, id, { status: 'canceled' }));
}

async function saveFile({ vendor, headers, body, send }: Exchange): Promise<void> {
  const type = headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const content = form.get('content');
  expectThat(content instanceof File, 'content is not a file');
  const saved = uploads.get(vendor) ?? new Map<string, Buffer>();
  uploads.set(vendor, saved);
  const id = `file-${saved.size + 1}`;
  const url = `${vendor.url}/v1/files/${id}`;
  saved.set(url, Buffer.from(await content.arrayBuffer()));
  send(201, { id, name: content.name, urls: { get: url }, expires_at: '2026-11-22T00:00:00Z' });
}

interface Input {
  prompt: string;
  image_input: string[];
  aspect_ratio: string;
  resolution: string;
}

function create(exchange: Exchange) {
  const { vendor, headers, body, send } = exchange;
  const { input } = JSON.parse(body.toString()) as { input: Input };
  expectThat(/^wait(=\d+)?$/.test(String(headers.prefer)), 'prefer');
  expectThat(/^\d+s$/.test(String(headers['cancel-after'])), 'cancel-after');
  expectThat(/^\d+:\d+$/.test(input.aspect_ratio), `aspect_ratio ${input.aspect_ratio}`);
  for (const url of input.image_input) vendor.seen.images.push(received(vendor, url));
  const { prompt, aspect_ratio, resolution } = input;
  Object.assign(vendor.seen, { prompt, options: { aspect_ratio, resolution } });
  if (misbehaved(exchange, refusal)) return;
  send(201, prediction(vendor, newPrediction(vendor), { status: 'starting' }));
}

function received(vendor: FakeVendor, url: string): Buffer {
  const [, base64] = /^data:image\/(?:png|jpeg|webp);base64,(.+)$/.exec(url) ?? [];
  if (base64 === undefined) {
    const saved = uploads.get(vendor)?.get(url);
    expectThat(saved !== undefined, 'image_input holds an unknown URL');
    return saved;
  }
  const bytes = Buffer.from(base64, 'base64');
  expectThat(bytes.length <= 256 * 1024, 'a data URL of more than 256 KiB');
  return bytes;
}

const flagged =
  'The input or output was flagged as sensitive. Please try again with different inputs. (E005)';

const ends: Record<string, object> = {
  safety: { status: 'failed', error: flagged },
  'prediction:failed': { status: 'failed', error: 'CUDA out of memory' },
  'prediction:nsfw': { status: 'failed', error: 'NSFW content detected. Try running it again.' },
  'prediction:not-started': { status: 'failed', error: 'Prediction timed out before it started (E6716)' },
  'prediction:aborted': { status: 'aborted' },
  'prediction:canceled': { status: 'canceled' },
  'prediction:empty': { status: 'succeeded', output: [] },
};

function poll({ vendor, send }: Exchange, id: string) {
  const count = vendor.seen.requests.filter((line) => line.startsWith('GET /v1/predictions/')).length;
  if (vendor.behaviour === 'prediction:missed-poll' && count === 1) return send(500, 'Internal Server Error');
  if (count === 1 || vendor.behaviour === 'hang')
    return send(200, prediction(vendor, id, { status: 'processing' }));
  const url = `${vendor.url}/delivery/out.png`;
  const output = vendor.behaviour === 'prediction:list' ? [url] : url;
  send(200, prediction(vendor, id, ends[String(vendor.behaviour)] ?? { status: 'succeeded', output }));
}

const prediction = ({ url }: FakeVendor, id: string, state: object) => ({
  id,
  model: 'acme/test-model',
  output: null,
  error: null,
  urls: { get: `${url}/v1/predictions/${id}`, cancel: `${url}/v1/predictions/${id}/cancel` },
  ...state,
});

async function deliver(exchange: Exchange): Promise<void> {
  const { vendor, send } = exchange;
  if (missedFetch(exchange, 'image')) return;
  const [width, height] = String(vendor.seen.options.aspect_ratio).split(':').map(Number);
  const image = await deliveredImage(vendor, { width: width! * 200, height: height! * 200 });
  send(200, image, { 'content-type': 'image/png' });
}
