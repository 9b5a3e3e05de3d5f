import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import sharp from 'sharp';
import { type CogServer, startCogServer } from '../../../../../../scripts/bench/cog-server.ts';
import { flatPng } from '../../../../../../scripts/bench/cog-server-image.ts';
import type { CogMode } from '../../../../../../scripts/bench/cog-server-modes.ts';
import { silentLogger } from '../../../../../../shared/log.ts';
import { createOutbound, type Outbound } from '../../../../../../shared/outbound/outbound.ts';
import { createCogProvider } from '../../../../../../workers/providers/adapters/cog/cog.ts';
import {
  ProviderError,
  type ProviderImage,
  type ProviderRequest,
} from '../../../../../../workers/providers/provider.ts';

const idle = new AbortController().signal;

async function picture(width: number, height: number): Promise<ProviderImage> {
  return { bytes: await flatPng(width, height), mime: 'image/png', width, height };
}

describe('cog provider', () => {
  let server: CogServer;
  let http: Outbound;
  let request: ProviderRequest;

  before(async () => {
    server = await startCogServer();
    http = createOutbound({ allow: [server.hostPort] });
    request = {
      renderId: 'rnd_1',
      scene: await picture(300, 200),
      products: [{ title: 'Chair', tags: [], images: [await picture(20, 20)] }],
      prompt: 'Keep the scene.',
      output: { width: 300, height: 200 },
    };
  });
  after(async () => {
    await http.close();
    await server.close();
  });
  beforeEach(() => {
    Object.assign(server, { mode: 'ok', latencyMs: 0, predictions: [], cancelled: [] });
  });

  const render = (
    changes: { signal?: AbortSignal; timeoutMs?: number; token?: string; url?: string } = {},
  ) => {
    const { signal = idle, ...options } = changes;
    const provider = createCogProvider({ http, url: server.url, token: '', timeoutMs: 5_000, ...options });
    return provider.render(request, { signal, log: silentLogger(), progress: () => {} });
  };
  const toFailure = async (work: Promise<unknown>): Promise<ProviderError> => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(ProviderError);
    return error as ProviderError;
  };

  for (const mode of ['ok', 'output-list', 'output-url', 'no-health-check', 'post-only'] as const) {
    it(`brings the image of a container in mode "${mode}"`, async () => {
      server.mode = mode;
      const { image } = await render();
      expect(await sharp(image).metadata()).to.deep.include({ width: 300, height: 200, format: 'png' });
      expect(image.equals(request.scene.bytes)).to.equal(false);
    });
  }

  it('does not ask a container for its health that has just made an image, until it fails', async () => {
    const provider = createCogProvider({ http, url: server.url, token: '', timeoutMs: 5_000 });
    const again = () => provider.render(request, { signal: idle, log: silentLogger(), progress: () => {} });
    await again();
    // To its health check this container would say 503; a prediction still works.
    server.mode = 'unhealthy';
    await again();
    server.mode = 'server-error';
    await toFailure(again());
    server.mode = 'unhealthy';
    expect((await toFailure(again())).message).to.equal('The model reports itself unhealthy.');
  });

  it('sends scene, images, prompt and products as input, and reports the seconds of the model', async () => {
    server.latencyMs = 20;
    const { report } = await render();
    expect(report).to.deep.equal({ predictSeconds: 0.02 });
    const { input } = server.predictions[0]!;
    expect(input.scene).to.equal(`data:image/png;base64,${request.scene.bytes.toString('base64')}`);
    expect(input.images).to.have.length(1);
    expect(input).to.deep.include({
      prompt: 'Keep the scene.',
      products: [{ title: 'Chair', tags: [], images: [0] }],
    });
  });

  it('creates each prediction under an id of its own', async () => {
    await Promise.all([render(), render()]);
    const ids = server.predictions.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(2);
    for (const id of ids) expect(id).to.match(/^rnd_1-\w{8}$/);
  });

  it('sends the token as a bearer token, and none when there is none', async () => {
    await render({ token: 'secret' });
    await render();
    expect(server.predictions.map(({ headers }) => headers.authorization)).to.deep.equal([
      'Bearer secret',
      undefined,
    ]);
  });

  const failures: [CogMode, Partial<ProviderError>][] = [
    ['starting', { failure: 'unavailable', retryAfter: 5 }],
    ['busy', { failure: 'unavailable', retryAfter: 1 }],
    ['slots-taken', { failure: 'unavailable', retryAfter: 1 }],
    ['setup-failed', { failure: 'unavailable', message: 'The model failed to start.' }],
    ['defunct', { failure: 'unavailable', message: 'The model has crashed.' }],
    ['unhealthy', { failure: 'unavailable', message: 'The model reports itself unhealthy.' }],
    ['not-cog', { failure: 'unavailable', message: 'The model does not speak the Cog HTTP API.' }],
    ['unauthorized', { failure: 'unavailable' }],
    ['too-many', { failure: 'unavailable', retryAfter: 7 }],
    ['not-ready', { failure: 'unavailable' }],
    ['background', { failure: 'unavailable' }],
    ['invalid', { failure: 'rejected', safety: false }],
    ['safety', { failure: 'rejected', safety: true }],
    ['failed', { failure: 'failed', message: 'The model failed on this input.' }],
    ['canceled', { failure: 'failed', message: 'The prediction was cancelled.' }],
    ['server-error', { failure: 'failed' }],
    ['cut', { failure: 'failed', message: 'The connection to the model broke.' }],
    ['garbage', { failure: 'failed' }],
    ['garbage-output', { failure: 'failed', message: 'The model returned no image.' }],
    ['huge', { failure: 'failed', message: "The model's response is too large." }],
  ];
  for (const [mode, expected] of failures) {
    it(`says "${expected.failure}" of a container in mode "${mode}"`, async () => {
      server.mode = mode;
      expect(await toFailure(render())).to.deep.include(expected);
    });
  }

  it('sends no images to a container that is not ready for them', async () => {
    server.mode = 'busy';
    await toFailure(render());
    expect(server.predictions).to.have.length(0);
  });

  for (const [mode, ready] of [
    ['ok', true],
    ['busy', true],
    ['no-health-check', true],
    ['starting', false],
    ['setup-failed', false],
    ['defunct', false],
  ] as const) {
    it(`is ${ready ? 'ready' : 'not ready'} in mode "${mode}"`, async () => {
      server.mode = mode;
      const provider = createCogProvider({ http, url: server.url, token: '', timeoutMs: 5_000 });
      expect(await provider.ready!(idle)).to.equal(ready);
    });
  }

  it('is unavailable when nothing listens, and sends no cancellation', async () => {
    const gone = await startCogServer();
    const guard = createOutbound({ allow: [gone.hostPort] });
    await gone.close();
    const provider = createCogProvider({ http: guard, url: gone.url, token: '', timeoutMs: 1_000 });
    const context = { signal: idle, log: silentLogger(), progress: () => {} };
    const error = await toFailure(provider.render(request, context));
    await guard.close();
    expect(error).to.deep.include({ failure: 'unavailable', message: 'The model cannot be reached.' });
  });

  it('is unavailable when the guard does not allow its address, without naming it', async () => {
    const error = await toFailure(render({ url: 'http://127.0.0.1:9/' }));
    expect(error.failure).to.equal('unavailable');
    expect(error.message).not.to.include('127.0.0.1');
  });

  it('gives up on a container that hangs after its time and cancels the prediction', async () => {
    server.mode = 'hang';
    const error = await toFailure(render({ timeoutMs: 1_000 }));
    expect(error).to.deep.include({ failure: 'failed', message: 'The model did not respond in time.' });
    expect(server.cancelled).to.deep.equal([server.predictions[0]!.id]);
  });

  it('cancels the prediction when the render is aborted, and rejects with the reason', async () => {
    server.mode = 'hang';
    const controller = new AbortController();
    const work = render({ signal: controller.signal }).catch((error: unknown) => error);
    while (server.predictions.length === 0) await sleep(5);
    controller.abort(new Error('lease lost'));
    expect(await work).to.have.property('message', 'lease lost');
    expect(server.cancelled).to.deep.equal([server.predictions[0]!.id]);
  });

  it('cancels a prediction whose connection was cut', async () => {
    server.mode = 'cut';
    await toFailure(render());
    expect(server.cancelled).to.deep.equal([server.predictions[0]!.id]);
  });

  it('hands a broken image on as it is: the worker looks at the bytes', async () => {
    server.mode = 'garbage-image';
    expect((await render()).image.toString()).to.equal('not an image');
  });

  it('works again with the container after each of these', async () => {
    expect((await render()).image.length).to.be.greaterThan(0);
  });
});
