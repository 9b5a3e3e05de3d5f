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

const root = '/fal-ai/test-model';
const submitPath = `${root}/edit`;
const predictionPaths = /^\/fal-ai\/test-model\/requests\/([\w-]+)(\/status|\/cancel)?$/;
const refusal = (status: number) => ({
  detail: status === 422 ? [{ loc: ['body'], msg: 'no', type: 'missing' }] : 'no',
});
const contentPolicy = { detail: [{ loc: ['body', 'prompt'], msg: 'no', type: 'content_policy_violation' }] };

/** Speaks the queue API of fal for the endpoint `fal-ai/test-model/edit`; prediction URLs name only owner and app. */
export const startFal = () => startFakeVendor(route);

function route(exchange: Exchange): unknown {
  const { vendor, method, path, headers, send } = exchange;
  if (method === 'GET' && path === '/files/out.png') {
    expectThat(headers.authorization === undefined, 'the key went to the file host');
    return deliver(exchange);
  }
  expectThat(headers.authorization === 'Key key', 'no key', 401);
  if (method === 'POST' && path === submitPath) return submit(exchange);
  const [, id = '', what] = predictionPaths.exec(path) ?? [];
  expectThat(id !== '', 'no such path', 404);
  if (!vendor.seen.predictions.includes(id)) return send(404, { detail: 'Request not found' });
  if (method === 'GET' && what === '/status') return status(exchange);
  if (method === 'GET' && what === undefined) return respond(exchange);
  expectThat(method === 'PUT' && what === '/cancel', 'no such path', 404);
  vendor.seen.cancelled++;
  send(202, { status: 'CANCELLATION_REQUESTED' });
}

interface Input {
  prompt: string;
  image_urls: string[];
  num_images: number;
  aspect_ratio: string;
  resolution: string;
}

function submit(exchange: Exchange) {
  const { vendor, headers, body, send } = exchange;
  const input = JSON.parse(body.toString()) as Input;
  expectThat(Number(headers['x-fal-request-timeout']) > 0, 'x-fal-request-timeout');
  expectThat(/^\d+:\d+$/.test(input.aspect_ratio), `aspect_ratio ${input.aspect_ratio}`);
  expectThat(input.num_images === 1, 'num_images');
  for (const url of input.image_urls) {
    const [, base64] = /^data:image\/(?:png|jpeg|webp);base64,(.+)$/.exec(url) ?? [];
    expectThat(base64 !== undefined, 'image_urls holds something else than data URLs');
    vendor.seen.images.push(Buffer.from(base64, 'base64'));
  }
  const { prompt, aspect_ratio, resolution } = input;
  Object.assign(vendor.seen, { prompt, options: { aspect_ratio, resolution } });
  if (misbehaved(exchange, refusal)) return;
  const base = vendor.behaviour === 'prediction:foreign-url' ? 'http://127.0.0.1:9' : vendor.url;
  const id = newPrediction(vendor);
  const predictionPath = `${root}/requests/${id}`;
  send(200, {
    request_id: id,
    status: 'IN_QUEUE',
    status_url: `${base}${predictionPath}/status`,
    response_url: `${base}${predictionPath}`,
    cancel_url: `${base}${predictionPath}/cancel`,
    queue_position: 2,
  });
}

const polls = ({ seen }: FakeVendor) => seen.requests.filter((line) => line.endsWith('/status')).length;

function status({ vendor, send }: Exchange) {
  const count = polls(vendor);
  if (vendor.behaviour === 'prediction:missed-poll' && count === 1) return send(502, 'Bad Gateway');
  if (count === 1) return send(202, { status: 'IN_QUEUE', queue_position: 2 });
  if (count === 2 || vendor.behaviour === 'hang') return send(202, { status: 'IN_PROGRESS', logs: null });
  send(200, { status: 'COMPLETED', metrics: { inference_time: 1 } });
}

function respond(exchange: Exchange) {
  const { vendor, send } = exchange;
  if (missedFetch(exchange, 'result')) return;
  if (vendor.behaviour === 'safety') return send(422, contentPolicy);
  if (vendor.behaviour === 'prediction:invalid') return send(422, refusal(422));
  if (vendor.behaviour === 'prediction:runner-lost') {
    return send(503, { detail: 'Runner disconnected', error_type: 'runner_disconnected' });
  }
  const nsfw = vendor.behaviour === 'prediction:nsfw';
  const images = [{ url: `${vendor.url}/files/out.png`, content_type: 'image/png', file_name: 'out.png' }];
  send(200, { images, description: '', has_nsfw_concepts: [nsfw] });
}

async function deliver(exchange: Exchange): Promise<void> {
  const { vendor, send } = exchange;
  if (missedFetch(exchange, 'image')) return;
  const [width, height] = String(vendor.seen.options.aspect_ratio).split(':').map(Number);
  const image = await deliveredImage(vendor, { width: width! * 200, height: height! * 200 });
  send(200, image, { 'content-type': 'image/png' });
}
