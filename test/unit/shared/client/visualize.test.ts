import { expect } from 'chai';
import { createClient } from '../../../../shared/client/client.ts';
import {
  RenderApiError,
  RenderConnectionError,
  RenderInterrupted,
} from '../../../../shared/client/errors.ts';
import type { RenderProgress } from '../../../../shared/client/progress.ts';
import type { VisualizeOptions } from '../../../../shared/client/visualize.ts';
import {
  apiError,
  events,
  fakeApi,
  json,
  noResponse,
  type Reply,
  silence,
} from '../../../support/fake-api.ts';

const scene = 'https://photos.example/room.jpg';
const request = { sceneImage: scene, products: [{ images: ['https://photos.example/lamp.jpg'] }] };
const urls = { get: '', events: '', cancel: '' };
const times = { createdAt: '2026-01-31T09:00:00.000Z', deadlineAt: '2026-01-31T09:05:00.000Z' };
const render = (state: string, more: object = {}) => ({
  id: 'rnd_1',
  state,
  timings: {},
  urls,
  ...times,
  ...more,
});
const picture = {
  image: 'data:image/png;base64,iVBORw==',
  products: [{ index: 0, fidelity: 'generic' }],
  usage: { credits: 1, balance: 9 },
};

const accepted = json(202, render('queued'));
const done = events(['done', render('succeeded')]);
const result = json(200, render('succeeded', picture));
const failed = (code: string) =>
  events(['done', render('failed', { error: { error: code, code, message: `${code}.` } })]);

function call(replies: Reply[], options: VisualizeOptions = {}) {
  const api = fakeApi(...replies);
  const client = createClient({
    apiKey: 'service_test_key',
    baseUrl: 'https://api.example/',
    fetch: api.fetch,
  });
  return { ...api, result: client.visualize(request, options) };
}

const rejection = <T>(promise: Promise<T>): Promise<Error> =>
  promise.then(
    () => Promise.reject(new Error('it resolved')),
    (error: Error) => error,
  );

describe('The client’s visualize', () => {
  it('has the render accepted, follows it and resolves with the image', async () => {
    const { received, ...called } = call([accepted, done, result]);
    const { id, image, products, usage, bytes } = await called.result;
    expect({ id, image, products, usage }).to.deep.equal({ id: 'rnd_1', ...picture });
    expect([...bytes()]).to.deep.equal([0x89, 0x50, 0x4e, 0x47]);
    expect(received.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      'POST /visualize',
      'GET /visualize/rnd_1/events',
      'GET /visualize/rnd_1?image=data',
    ]);
    expect(JSON.parse(received[0]!.body!)).to.deep.equal(request);
    expect(received[0]!.headers.get('authorization')).to.equal('Bearer service_test_key');
    expect(received[0]!.headers.get('prefer')).to.equal('respond-async');
  });

  it('resolves at once with an image that an earlier call with its key made', async () => {
    const { result } = call([json(200, picture, { 'X-Render-Id': 'rnd_0' })], { idempotencyKey: 'mine' });
    expect(await result).to.include({ id: 'rnd_0', image: picture.image });
  });

  const repeated: [string, Reply[]][] = [
    ['no response', [noResponse]],
    ['408', [apiError(408, 'REQUEST_TIMEOUT')]],
    ['429', [apiError(429, 'RATE_LIMITED')]],
    ['502 of a proxy', [() => new Response('<html>', { status: 502, headers: { 'Retry-After': '0' } })]],
    ['503', [apiError(503, 'MODEL_UNAVAILABLE')]],
    ['504 of a proxy', [() => new Response('', { status: 504, headers: { 'Retry-After': '0' } })]],
    ['a parallel call with its key that failed', [apiError(409, 'IDEMPOTENCY_CONFLICT')]],
    ['a render that failed', [accepted, failed('MODEL_ERROR')]],
    ['a render that no worker finished', [accepted, failed('MODEL_UNAVAILABLE')]],
  ];
  for (const [name, replies] of repeated) {
    it(`retries the call under the same Idempotency-Key after ${name}`, async () => {
      const { result: rendered, received } = call([...replies, accepted, done, result]);
      expect(await rendered).to.include({ id: 'rnd_1' });
      const posts = received.filter(({ method }) => method === 'POST');
      expect(posts).to.have.length(2);
      const keys = posts.map(({ headers }) => headers.get('idempotency-key'));
      expect(keys[0]).to.match(/^[0-9a-f]{32}$/);
      expect(keys[1]).to.equal(keys[0]);
    });
  }

  const final: [number, string][] = [
    [400, 'INVALID_INPUT'],
    [401, 'UNAUTHORIZED'],
    [402, 'INSUFFICIENT_CREDITS'],
    [409, 'CANCELLED'],
    [422, 'IDEMPOTENCY_MISMATCH'],
    [500, 'INTERNAL'],
  ];
  for (const [status, code] of final) {
    it(`rejects with ${code} after one request`, async () => {
      const { result, received } = call([apiError(status, code, { 'X-Request-Id': 'req_1' })]);
      const error = await rejection(result);
      expect(error).to.be.instanceOf(RenderApiError);
      expect(error).to.include({ status, code, message: `${code}.`, requestId: 'req_1' });
      expect(received).to.have.length(1);
    });
  }

  it('tells credits and address of a 402, and the field of a 400', async () => {
    const body = {
      error: '',
      code: 'INSUFFICIENT_CREDITS',
      message: '',
      remaining_credits: 0,
      developers_url: 'https://x',
    };
    const broke = await rejection(call([json(402, body)]).result);
    expect(broke).to.include({ remaining_credits: 0, developers_url: 'https://x' });
    const wrong = await rejection(
      call([apiError(400, 'INVALID_INPUT', { 'X-Error-Field': 'aspect' })]).result,
    );
    expect(wrong).to.include({ field: 'aspect' });
  });

  it('gives up after four repetitions, and before a Retry-After that ends after its time-out', async () => {
    const busy = Array.from({ length: 5 }, () => apiError(503, 'SERVICE_UNAVAILABLE'));
    const tired = call(busy);
    expect(await rejection(tired.result)).to.include({ code: 'SERVICE_UNAVAILABLE' });
    expect(tired.received).to.have.length(5);
    const long = call([apiError(429, 'RATE_LIMITED', { 'Retry-After': '301' })]);
    expect(await rejection(long.result)).to.include({ code: 'RATE_LIMITED', retryAfterSeconds: 301 });
  });

  it('names the address that gave no response, and the response that is not of the API', async () => {
    const { result } = call([noResponse], { timeoutMs: 200 });
    const lost = await rejection(result);
    expect(lost).to.be.instanceOf(RenderConnectionError);
    expect(lost.message).to.contain('https://api.example');
    const page = () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } });
    expect(await rejection(call([page]).result)).to.include({ status: 200, code: 'UNEXPECTED_RESPONSE' });
    const moved = () => new Response(null, { status: 301 });
    expect(await rejection(call([moved]).result)).to.include({ status: 301, code: 'UNEXPECTED_RESPONSE' });
  });

  it('reports each change of position, stage and share once, and a share never falls', async () => {
    const seen: Partial<RenderProgress>[] = [];
    const stream = events(
      ['queued', { position: 2, expectedSeconds: 40 }],
      ['queued', { position: 2, expectedSeconds: 40 }],
      ['progress', { stage: 'rendering', share: 0.5, at: '' }, 1],
      ['progress', { stage: 'rendering', share: 0.2, at: '' }, 2],
      ['done', render('succeeded')],
    );
    const onProgress = ({ renderId: _, ...progress }: RenderProgress) => void seen.push(progress);
    await call([accepted, stream, result], { onProgress }).result;
    expect(seen).to.deep.equal([
      { state: 'queued', position: 2, share: 0, expectedSeconds: 40 },
      { state: 'running', stage: 'rendering', share: 0.5 },
    ]);
  });

  it('continues an event stream that broke off, after the newest event', async () => {
    const cut = events(['progress', { stage: 'rendering', share: 0.5, at: '' }, 7]);
    const { result: rendered, received } = call([accepted, cut, json(200, render('running')), done, result]);
    await rendered;
    const streams = received.filter(({ path }) => path.endsWith('/events'));
    expect(streams.map(({ headers }) => headers.get('last-event-id'))).to.deep.equal([null, '7']);
  });

  it('polls where there are no events', async () => {
    const seen: (number | undefined)[] = [];
    const polled = json(200, render('queued', { queuePosition: 3 }));
    const refused = apiError(429, 'RATE_LIMITED');
    const ended = json(200, render('succeeded'));
    const { result: rendered } = call([accepted, refused, polled, ended, result], {
      onProgress: ({ position }) => void seen.push(position),
    });
    expect(await rendered).to.include({ id: 'rnd_1' });
    expect(seen).to.deep.equal([3]);
  });

  for (const [name, cancelled] of [
    ['aborted', 'AbortError'],
    ['timed out', 'TimeoutError'],
  ] as const) {
    it(`cancels the render of a call that is ${name}, and says that nothing was charged`, async () => {
      const aborter = new AbortController();
      const stream: Reply = () => {
        aborter.abort();
        return new Promise<never>(() => undefined);
      };
      const deleted = json(200, render('cancelled', { usage: { credits: 0 } }));
      const options = name === 'aborted' ? { signal: aborter.signal } : { timeoutMs: 100 };
      const open = json(200, render('running'));
      const { result, received } = call(
        [accepted, name === 'aborted' ? stream : silence, open, deleted],
        options,
      );
      const error = (await rejection(result)) as RenderInterrupted;
      expect(error).to.be.instanceOf(RenderInterrupted);
      expect(error.name).to.equal(cancelled);
      expect(error.message).to.match(/Render rnd_1 is cancelled: nothing was charged\.$/);
      expect(error.render?.usage?.credits).to.equal(0);
      expect(received.at(-1)).to.include({ method: 'DELETE', path: '/visualize/rnd_1' });
    });
  }

  it('does not delete an image that was ready before the call was aborted', async () => {
    const aborter = new AbortController();
    const stream: Reply = () => {
      aborter.abort();
      return new Promise<never>(() => undefined);
    };
    const ready = json(200, render('succeeded', { usage: { credits: 1, balance: 9 } }));
    const { result, received } = call([accepted, stream, ready], { signal: aborter.signal });
    const error = (await rejection(result)) as RenderInterrupted;
    expect(error.render).to.include({ id: 'rnd_1', state: 'succeeded' });
    expect(error.message).to.contain('1 credit was charged');
    expect(received.map(({ method }) => method)).to.deep.equal(['POST', 'GET', 'GET']);
  });

  it('cancels a render that was accepted while the call was aborted', async () => {
    const aborter = new AbortController();
    const slow: Reply = async (seen) => {
      aborter.abort();
      await new Promise((resolve) => setTimeout(resolve, 20));
      return (await accepted(seen)) as Response;
    };
    const deleted = json(200, render('cancelled', { usage: { credits: 0 } }));
    const { result, received } = call([slow, json(200, render('queued')), deleted], {
      signal: aborter.signal,
    });
    expect(await rejection(result)).to.include({ name: 'AbortError' });
    expect(received.at(-1)).to.include({ method: 'DELETE' });
  });

  it('cancels a render whose outcome the API leaves open, when it gives up', async () => {
    const open = { 'X-Render-Id': 'rnd_1', Location: '/visualize/rnd_1' };
    const unknown = Array.from({ length: 5 }, () => apiError(503, 'MODEL_UNAVAILABLE', open));
    const deleted = json(200, render('cancelled', { usage: { credits: 0 } }));
    const { result, received } = call([...unknown, json(200, render('running')), deleted]);
    expect(await rejection(result)).to.include({ code: 'MODEL_UNAVAILABLE', renderId: 'rnd_1' });
    expect(received.at(-1)).to.include({ method: 'DELETE', path: '/visualize/rnd_1' });
  });

  it('takes any time-out, also one without an end', async () => {
    const { result: rendered } = call([accepted, done, result], { timeoutMs: Number.POSITIVE_INFINITY });
    expect(await rendered).to.include({ id: 'rnd_1' });
  });

  it('sends nothing for a signal that is aborted already', async () => {
    const { result, received } = call([], { signal: AbortSignal.abort() });
    expect(await rejection(result)).to.include({ name: 'AbortError', render: undefined });
    expect(received).to.deep.equal([]);
  });

  it('rejects with the error that onProgress threw, after cancelling the render', async () => {
    const broken = new Error('in the callback');
    const onProgress = () => {
      throw broken;
    };
    const deleted = json(200, render('cancelled', { usage: { credits: 0 } }));
    const stream = events(['queued', { position: 1 }]);
    const { result, received } = call([accepted, stream, json(200, render('queued')), deleted], {
      onProgress,
    });
    expect(await rejection(result)).to.equal(broken);
    expect(received.at(-1)).to.include({ method: 'DELETE' });
  });
});
