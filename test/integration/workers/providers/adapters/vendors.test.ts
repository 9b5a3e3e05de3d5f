import { expect } from 'chai';
import sharp from 'sharp';
import { silentLogger } from '../../../../../shared/log.ts';
import { createOutbound, type Outbound } from '../../../../../shared/outbound/outbound.ts';
import { ProviderError, type ProviderRequest } from '../../../../../workers/providers/provider.ts';
import { adapters } from '../../../../support/providers/adapters.ts';
import type { Behaviour, FakeVendor } from '../../../../support/providers/fake-vendor.ts';
import {
  getPosts,
  productPicture,
  renderRequest,
  scenePicture,
} from '../../../../support/providers/pictures.ts';

const idle = new AbortController().signal;

/** A vendor with what is its own: states and errors that no other has. */
function against(
  name: string,
  tests: (use: {
    vendor(): FakeVendor;
    render(request: ProviderRequest, model?: string): Promise<Buffer>;
    toFailure(behaviour: Behaviour, request?: ProviderRequest): Promise<ProviderError>;
  }) => void,
) {
  describe(`provider ${name} and its vendor`, () => {
    let vendor: FakeVendor;
    let http: Outbound;
    before(async () => {
      vendor = await adapters[name]!.start();
      http = createOutbound({ allow: [vendor.hostPort] });
    });
    after(async () => {
      await http.close();
      await vendor.close();
    });
    beforeEach(() => vendor.reset());

    const render = async (request: ProviderRequest, model?: string) => {
      const options = { http, url: vendor.url, timeoutMs: 10_000, ...(model && { model }) };
      const context = { signal: idle, log: silentLogger(), progress: () => {} };
      return (await adapters[name]!.create(options).render(request, context)).image;
    };
    const catchFailure = async (behaviour: Behaviour, request?: ProviderRequest) => {
      vendor.behaviour = behaviour;
      const error = await render(request ?? (await renderRequest())).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).to.be.instanceOf(ProviderError);
      return error as ProviderError;
    };
    tests({ vendor: () => vendor, render, toFailure: catchFailure });
  });
}

const withScene = async (width: number, height: number) =>
  renderRequest({ scene: await scenePicture({ width, height }), output: { width, height } });

function itFails(
  toFailure: (behaviour: Behaviour) => Promise<ProviderError>,
  rows: [string, Behaviour, Partial<ProviderError>][],
) {
  for (const [title, behaviour, expected] of rows) {
    it(title, async () => expect(await toFailure(behaviour)).to.deep.include(expected));
  }
}

against('gemini', ({ vendor, render, toFailure }) => {
  const error = (code: number, status: string, details: object[]) => ({ error: { code, status, details } });
  itFails(toFailure, [
    [
      'reports a blocked prompt as a safety refusal',
      'prediction:blocked',
      { failure: 'rejected', safety: true },
    ],
    [
      'takes recitation for a refusal, not for one of safety',
      'prediction:recitation',
      { failure: 'rejected', safety: false },
    ],
    [
      'fails when only words come back',
      'prediction:words',
      { failure: 'failed', message: 'The model returned no image.' },
    ],
    [
      'knows that Google says 400 to a wrong key',
      { status: 400, body: error(400, 'INVALID_ARGUMENT', [{ reason: 'API_KEY_INVALID' }]) },
      { failure: 'unavailable', message: 'The model refuses our credentials.' },
    ],
    [
      'knows that Google says 400 to a country without service',
      { status: 400, body: error(400, 'FAILED_PRECONDITION', []) },
      { failure: 'unavailable' },
    ],
    [
      'reads the time to wait from the body',
      { status: 429, body: error(429, 'RESOURCE_EXHAUSTED', [{ retryDelay: '36.5s' }]) },
      { failure: 'unavailable', retryAfter: 37 },
    ],
    [
      'understands a refusal that is HTML',
      { status: 400, body: '<h1>Bad Request</h1>' },
      { failure: 'rejected' },
    ],
  ]);

  it('requests the ratio nearest to the scene, and 2K only for large outputs', async () => {
    await render(await withScene(600, 400));
    expect(vendor().seen.options).to.deep.equal({ aspectRatio: '3:2', imageSize: '1K' });
    await render(await withScene(1090, 1100));
    expect(vendor().seen.options).to.deep.equal({ aspectRatio: '1:1', imageSize: '2K' });
  });

  it('requests 1K from a model that supports only 1K', async () => {
    await render(await withScene(1090, 1100), 'gemini-3.1-flash-lite-image');
    expect(vendor().seen.options).to.deep.equal({ aspectRatio: '1:1', imageSize: '1K' });
  });

  it('sends a scene of a shape that Gemini supports unchanged, byte for byte', async () => {
    const request = await withScene(600, 400);
    await render(request);
    expect(vendor().seen.images[0]!.equals(request.scene.bytes)).to.equal(true);
    expect(vendor().seen.prompt).to.equal(request.prompt);
  });

  it('extends another scene, says so in the prompt, and cuts the margins off again', async () => {
    const request = await withScene(600, 361);
    const image = await render(request);
    expect(vendor().seen.options).to.include({ aspectRatio: '16:9' });
    expect(vendor().seen.prompt).to.include('extended by mirroring at its left and right');
    const [sent, kept] = [await getPosts(vendor().seen.images[0]!), await getPosts(image)];
    expect(sent.white).to.be.closeTo(0.147, 0.01);
    expect(kept.white).to.be.closeTo(0.12, 0.005);
  });

  it('keeps the best references of each product where there are too many, and renumbers them', async () => {
    const images = await Promise.all([1, 2, 3, 4].map((seed) => productPicture(seed)));
    const products = ['A', 'B', 'C', 'D', 'E', 'F'].map((title) => ({ title, tags: [], images }));
    await render({ ...(await withScene(600, 400)), products });
    expect(vendor().seen.images).to.have.length(14);
    expect(vendor().seen.prompt).to.include('Product 1: "A", shown in images 2 to 4.');
    expect(vendor().seen.prompt).to.include('Product 6: "F", shown in images 13 to 14.');
  });
});

against('openai', ({ vendor, render, toFailure }) => {
  const error = (code: string) => ({ error: { message: '', type: '', param: null, code } });
  itFails(toFailure, [
    [
      'takes an empty account for unavailable, and does not wait for it',
      { status: 429, headers: { 'retry-after': '5' }, body: error('insufficient_quota') },
      {
        failure: 'unavailable',
        retryAfter: undefined,
        message: 'The account at the provider has no funds left.',
      },
    ],
    [
      'takes a spent budget for unavailable though it comes as 400',
      { status: 400, body: error('billing_hard_limit_reached') },
      { failure: 'unavailable' },
    ],
    ['leaves other codes to the status', { status: 400, body: error('toString') }, { failure: 'rejected' }],
  ]);

  const sizes: [string, number, number, string][] = [
    ['gpt-image-2', 600, 400, '1536x1024'],
    ['gpt-image-2', 400, 600, '1024x1536'],
    ['gpt-image-2', 500, 500, '1536x1536'],
    ['gpt-image-2', 1600, 400, '1536x512'],
    ['gpt-image-2', 100, 1000, '512x1536'],
    ['gpt-image-2.5-flare', 1600, 400, '1536x512'],
    ['gpt-image-2.5-sunburst-2026-09-08', 500, 500, '1536x1536'],
    ['gpt-image-2.6-flare', 600, 400, '1536x1024'],
    ['gpt-image-1.5', 600, 400, '1536x1024'],
    ['gpt-image-1-mini', 500, 480, '1024x1024'],
    ['gpt-image-1', 300, 500, '1024x1536'],
  ];
  for (const [model, width, height, size] of sizes) {
    it(`asks ${model} for ${size} with a scene of ${width} × ${height}, and keeps the scene's shape`, async () => {
      const { white } = await getPosts(await render(await withScene(width, height), model));
      expect(vendor().seen.options).to.include({ model, size });
      expect(white).to.be.closeTo(0.12, 0.01);
      expect(vendor().seen.problems).to.deep.equal([]);
    });
  }

  it('passes the quality on unchanged, and reports a model that does not know it as a refusal', async () => {
    const request = await withScene(600, 400);
    const renderAt = (quality: string, model: string) => {
      const http = createOutbound({ allow: [vendor().hostPort] });
      const options = { http, url: vendor().url, timeoutMs: 10_000, model, quality };
      return adapters
        .openai!.create(options)
        .render(request, { signal: idle, log: silentLogger(), progress: () => {} })
        .finally(() => http.close());
    };
    expect((await renderAt('max', 'gpt-image-2.6-sunburst')).image.length).to.be.greaterThan(0);
    expect(vendor().seen.options).to.include({ quality: 'max' });
    const error = await renderAt('max', 'gpt-image-2').catch((thrown: unknown) => thrown);
    expect(error).to.include({ failure: 'rejected', safety: false });
  });

  it('requests high input fidelity only where the model knows the field', async () => {
    const asked = async (model: string) => {
      await render(await withScene(600, 400), model);
      return vendor().seen.options.fidelity;
    };
    expect(await asked('gpt-image-1')).to.equal('high');
    expect(await asked('gpt-image-1.5')).to.equal('high');
    expect(await asked('gpt-image-1-mini')).to.equal(null);
    expect(await asked('gpt-image-2')).to.equal(null);
    expect(await asked('gpt-image-2.6-flare')).to.equal(null);
  });
});

against('fal', ({ vendor, toFailure }) => {
  itFails(toFailure, [
    [
      'reports a blackened image as a safety refusal',
      'prediction:nsfw',
      { failure: 'rejected', safety: true },
    ],
    [
      'takes what the model refuses later for a refusal',
      'prediction:invalid',
      { failure: 'rejected', safety: false },
    ],
    [
      'takes a fault behind the model, which comes as 400, for a failure and not for our input',
      { status: 400, body: { detail: [{ loc: ['body'], msg: 'no', type: 'downstream_service_error' }] } },
      { failure: 'failed' },
    ],
    ['is unavailable when the runner was lost', 'prediction:runner-lost', { failure: 'unavailable' }],
  ]);

  it('does not follow a status URL to another host, which would receive the key', async () => {
    const error = await toFailure('prediction:foreign-url');
    expect(error).to.include({
      failure: 'failed',
      message: 'The model returned a URL of another host.',
    });
    expect(vendor().seen.requests).to.deep.equal(['POST /fal-ai/test-model/edit']);
  });
});

against('replicate', ({ vendor, render, toFailure }) => {
  itFails(toFailure, [
    [
      'takes a filter of the model itself for a safety refusal',
      'prediction:nsfw',
      { failure: 'rejected', safety: true },
    ],
    [
      'fails when the model failed',
      'prediction:failed',
      { failure: 'failed', message: 'The model failed on this input.' },
    ],
    ['is unavailable when no machine started', 'prediction:not-started', { failure: 'unavailable' }],
    [
      'is unavailable when the deadline came before a machine',
      'prediction:aborted',
      { failure: 'unavailable' },
    ],
    ['fails when it was cancelled at the vendor', 'prediction:canceled', { failure: 'failed' }],
    [
      'fails when it succeeded with nothing',
      'prediction:empty',
      { failure: 'failed', message: 'The model returned no image.' },
    ],
  ]);

  it('takes the first image of a list', async () => {
    vendor().behaviour = 'prediction:list';
    expect((await render(await renderRequest())).length).to.be.greaterThan(0);
  });

  it('uploads what is too large for a data URL, and deletes it afterwards', async () => {
    const request = await withScene(600, 400);
    // A PNG may carry anything behind its end.
    request.scene.bytes = Buffer.concat([request.scene.bytes, Buffer.alloc(300 * 1024)]);
    await render(request);
    expect(vendor().seen.images[0]!.equals(request.scene.bytes)).to.equal(true);
    expect(vendor().seen.deleted).to.deep.equal(['file-1']);
    await toFailure({ status: 500 }, request);
    expect(vendor().seen.deleted).to.deep.equal(['file-1', 'file-2']);
  });
});

against('comfyui', ({ vendor, render, toFailure }) => {
  itFails(toFailure, [
    [
      'fails when a node failed',
      'prediction:failed',
      { failure: 'failed', message: 'The model failed on this input.' },
    ],
    [
      'fails when no node made an image',
      'prediction:empty',
      { failure: 'failed', message: 'The model returned no image.' },
    ],
  ]);

  it('does not wait for a prompt that was lost when ComfyUI crashed', async () => {
    expect(await toFailure('prediction:lost')).to.include({
      failure: 'failed',
      message: 'The model lost the render.',
      hung: false,
    });
  });

  it('is ready while ComfyUI responds, and not once it is stopped', async () => {
    const ready = await adapters.comfyui!.start();
    const http = createOutbound({ allow: [ready.hostPort] });
    const provider = adapters.comfyui!.create({ http, url: ready.url, timeoutMs: 1_000 });
    expect(await provider.ready!(idle)).to.equal(true);
    await ready.close();
    expect(await provider.ready!(idle)).to.equal(false);
    await http.close();
  });

  it('leaves no prompt in the history', async () => {
    await render(await renderRequest());
    expect(vendor().seen.deleted).to.deep.equal(['history']);
  });

  it('puts cut-out products on white, because ComfyUI drops transparency', async () => {
    const create = {
      width: 40,
      height: 30,
      channels: 4 as const,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    };
    const bytes = await sharp({ create }).png().toBuffer();
    const cutOut = { bytes, mime: 'image/png' as const, width: 40, height: 30 };
    await render(await renderRequest({ products: [{ title: 'Chair', tags: [], images: [cutOut] }] }));
    const { channels } = await sharp(vendor().seen.images[1]!).stats();
    expect(channels.map(({ min }) => min)).to.deep.equal([255, 255, 255]);
  });

  it('removes the node of a missing image from the workflow', async () => {
    await render(await renderRequest());
    const all = vendor().seen.options.nodes as number;
    const products = [{ title: 'Chair', tags: [], images: [await productPicture(1)] }];
    await render(await renderRequest({ products }));
    expect(vendor().seen.options.nodes).to.equal(all - 1);
    expect(vendor().seen.images).to.have.length(2);
  });

  it('refuses a render with more products than the workflow has places for', async () => {
    const products = await Promise.all(
      [1, 2, 3].map(async (seed) => ({ tags: [], images: [await productPicture(seed)] })),
    );
    expect(await toFailure('ok', await renderRequest({ products }))).to.include({ failure: 'rejected' });
    expect(vendor().seen.requests).to.deep.equal([]);
  });

  it('works at the size the model is trained for, in steps of 16', async () => {
    await render(await withScene(2000, 1500));
    expect(vendor().seen.options).to.include({ width: 1456, height: 1088 });
  });
});
