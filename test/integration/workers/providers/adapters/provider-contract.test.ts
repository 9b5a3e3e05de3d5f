import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { silentLogger } from '../../../../../shared/log.ts';
import { createOutbound, type Outbound } from '../../../../../shared/outbound/outbound.ts';
import { createChain } from '../../../../../workers/providers/chain/chain.ts';
import { ChainError } from '../../../../../workers/providers/chain/chain-error.ts';
import {
  type Provider,
  ProviderError,
  type ProviderRequest,
} from '../../../../../workers/providers/provider.ts';
import { adapters } from '../../../../support/providers/adapters.ts';
import type { Behaviour, FakeVendor } from '../../../../support/providers/fake-vendor.ts';
import { getPosts, post, renderRequest } from '../../../../support/providers/pictures.ts';

const idle = new AbortController().signal;

/** What every provider has to make of an answer, whatever its wire looks like. */
const failures: [Behaviour, Partial<ProviderError>][] = [
  [{ status: 400 }, { failure: 'rejected', safety: false }],
  [
    { status: 401 },
    { failure: 'unavailable', transient: false, message: 'The model refuses our credentials.' },
  ],
  [{ status: 402 }, { failure: 'unavailable', message: 'The account at the provider has no funds left.' }],
  [{ status: 408 }, { failure: 'failed' }],
  [{ status: 409 }, { failure: 'unavailable', retryAfter: 1 }],
  [{ status: 413 }, { failure: 'rejected' }],
  [{ status: 422 }, { failure: 'rejected', safety: false }],
  [
    { status: 429, headers: { 'retry-after': '7' } },
    { failure: 'unavailable', retryAfter: 7 },
  ],
  [{ status: 500 }, { failure: 'failed', retryAfter: undefined }],
  [{ status: 503 }, { failure: 'unavailable', transient: true, retryAfter: undefined }],
  [
    { status: 503, headers: { 'retry-after': '3' } },
    { failure: 'unavailable', retryAfter: 3 },
  ],
  [{ status: 302, headers: { location: '/elsewhere' } }, { failure: 'unavailable' }],
  ['cut', { failure: 'failed', hung: false, message: 'The connection to the model broke.' }],
  ['cut-late', { failure: 'failed', hung: false, message: 'The connection to the model broke.' }],
  ['garbage', { failure: 'failed', message: 'The model returned a response that is not valid JSON.' }],
  ['huge', { failure: 'failed' }],
];

const toName = (behaviour: Behaviour) =>
  typeof behaviour === 'string'
    ? behaviour
    : [behaviour.status, ...Object.entries(behaviour.headers ?? {}).map((pair) => pair.join(' '))].join(', ');

async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  const nothing = Symbol('nothing');
  const thrown = await work.then(
    () => nothing,
    (error: unknown) => error,
  );
  expect(thrown, 'it should have failed').not.to.equal(nothing);
  return thrown;
}

for (const [name, adapter] of Object.entries(adapters)) {
  describe(`provider ${name}`, () => {
    let vendor: FakeVendor;
    let http: Outbound;
    let request: ProviderRequest;

    before(async () => {
      vendor = await adapter.start();
      http = createOutbound({ allow: [vendor.hostPort] });
      request = await renderRequest();
    });
    after(async () => {
      await http.close();
      await vendor.close();
    });
    beforeEach(() => vendor.reset());

    const create = (changes: { timeoutMs?: number; key?: string } = {}): Provider =>
      adapter.create({ http, url: vendor.url, timeoutMs: 10_000, ...changes });
    const render = (provider = create(), signal = idle, progress = (_share: number, _note: string) => {}) =>
      provider.render(request, { signal, log: silentLogger(), progress });
    const toFailure = async (work: Promise<unknown>): Promise<ProviderError> => {
      const error = await thrownBy(work);
      expect(error).to.be.instanceOf(ProviderError);
      return error as ProviderError;
    };
    /** Through the chain, with the worker's own check of the image. */
    const renderChecked = () => {
      const breaker = { allows: async () => ({ allowed: true, retryAfterMs: 0 }), record: async () => {} };
      const chain = createChain([create()], { attempts: 1, log: silentLogger(), breaker });
      return chain.render(request, {
        account: 'acc_1',
        signal: idle,
        log: silentLogger(),
        progress: () => {},
        deadlineAt: Date.now() + 20_000,
      });
    };

    it('returns an image that the worker accepts, with the scene in place', async () => {
      const { image } = await renderChecked();
      const posts = await getPosts(image.png);
      const centre = (post.from + post.to) / 2;
      expect(posts.white).to.be.closeTo(centre, 0.01);
      expect(posts.black).to.be.closeTo(1 - centre, 0.01);
      expect(vendor.seen.problems).to.deep.equal([]);
    });

    it('sends the scene first, then the references of each product in their order, and the prompt', async () => {
      const progress: [number, string][] = [];
      await render(create(), idle, (share, note) => progress.push([share, note]));
      const { images, prompt } = vendor.seen;
      const references = request.products.flatMap((product) => product.images.map(({ bytes }) => bytes));
      // A provider that takes fewer keeps the first of each product.
      const expected = adapter.references === 3 ? references : [references[0]!, references[2]!];
      expect(images).to.have.length(expected.length + 1);
      expect(images.slice(1).map((image) => image.toString('base64'))).to.deep.equal(
        expected.map((image) => image.toString('base64')),
      );
      expect(prompt).to.include(adapter.references === 3 ? 'Stuhl Ä' : '"Lamp", shown in image 3');
      expect(progress[0]).to.deep.equal([0.05, 'sent to the model']);
    });

    for (const [behaviour, expected] of failures) {
      it(`says "${expected.failure}" of ${toName(behaviour)}`, async () => {
        vendor.behaviour = behaviour;
        expect(await toFailure(render())).to.deep.include(expected);
        expect(vendor.seen.problems).to.deep.equal([]);
      });
    }

    for (const behaviour of ['garbage-image', 'wrong-aspect', 'huge-pixels'] as const) {
      it(`fails the render on ${behaviour}, without a charge`, async () => {
        vendor.behaviour = behaviour;
        const error = await thrownBy(renderChecked());
        expect(error).to.be.instanceOf(ChainError).and.to.have.property('code', 'MODEL_ERROR');
        expect((error as ChainError).attempts[0]).to.include({ provider: name, failure: 'failed' });
        expect(vendor.seen.problems).to.deep.equal([]);
      });
    }

    if (adapter.safety) {
      it('distinguishes a safety refusal, up to the message for the caller', async () => {
        vendor.behaviour = 'safety';
        expect(await toFailure(render())).to.deep.include({ failure: 'rejected', safety: true });
        const error = (await thrownBy(renderChecked())) as ChainError;
        expect(error.code).to.equal('MODEL_ERROR');
        expect(error.message).to.include('safety');
      });
    }

    if (adapter.keyed) {
      it('is unavailable with a wrong key', async () => {
        expect((await toFailure(render(create({ key: 'wrong' })))).failure).to.equal('unavailable');
      });
    }

    it('gives up after its own time when the provider hangs, and cancels', async () => {
      let error: ProviderError | undefined;
      // The time counts from the first step of the render: it may be up before the vendor knows of it.
      for (let timeoutMs = 700; !isUnderWay(); timeoutMs *= 2) {
        vendor.reset();
        vendor.behaviour = 'hang';
        error = await toFailure(render(create({ timeoutMs })));
        // What was on its way to the vendor arrives.
        await sleep(50);
      }
      expect(error).to.deep.include({
        failure: 'failed',
        message: 'The model did not respond in time.',
        hung: true,
      });
      await ended();
    });

    /** Whether the vendor works on the render and, where it has predictions, was polled for this one. */
    function isUnderWay(): boolean {
      const { requests, prompt } = vendor.seen;
      return adapter.queue ? requests.some((line) => line.startsWith('GET')) : prompt !== '';
    }

    it('gives up after its own time when the provider stalls within its response', async () => {
      vendor.behaviour = 'stall';
      const error = await toFailure(render(create({ timeoutMs: 700 })));
      expect(error).to.deep.include({ failure: 'failed', hung: true });
    });

    it('stops when the render is aborted, with the reason, and cancels', async () => {
      vendor.behaviour = 'hang';
      const controller = new AbortController();
      const work = thrownBy(render(create(), controller.signal));
      while (vendor.seen.prompt === '') await sleep(5);
      controller.abort(new Error('lease lost'));
      expect(await work).to.have.property('message', 'lease lost');
      await ended();
    });

    async function ended(): Promise<void> {
      for (let waited = 0; waited < 200 && vendor.seen[adapter.ends] === 0; waited++) await sleep(10);
      expect(vendor.seen[adapter.ends]).to.equal(1);
    }

    it('sends nothing for a render that is aborted already', async () => {
      const reason = new Error('cancelled');
      expect(await thrownBy(render(create(), AbortSignal.abort(reason)))).to.equal(reason);
      expect(vendor.seen.prompt).to.equal('');
    });

    if (adapter.queue) {
      it('does not lose a render for one failed poll', async () => {
        vendor.behaviour = 'prediction:missed-poll';
        expect((await render()).image.length).to.be.greaterThan(0);
        expect(vendor.seen.cancelled).to.equal(0);
      });

      it('does not have a finished image made and billed again after a broken connection', async () => {
        vendor.behaviour = 'prediction:missed-fetch';
        expect((await render()).image.length).to.be.greaterThan(0);
        expect(vendor.seen.missed).to.include('image');
        const submits = vendor.seen.requests.filter((line) =>
          /^POST .*(edit|predictions|prompt)$/.test(line),
        );
        expect(submits).to.have.length(1);
      });
    }

    it('is unavailable when nothing listens', async () => {
      const gone = await adapter.start();
      const guard = createOutbound({ allow: [gone.hostPort] });
      await gone.close();
      const provider = adapter.create({ http: guard, url: gone.url, timeoutMs: 10_000 });
      const error = await toFailure(render(provider));
      await guard.close();
      expect(error).to.deep.include({ failure: 'unavailable', message: 'The model cannot be reached.' });
    });

    it('goes through the outbound guard', async () => {
      const guard = createOutbound({ allow: [] });
      const provider = adapter.create({ http: guard, url: vendor.url, timeoutMs: 10_000 });
      const error = await toFailure(render(provider));
      await guard.close();
      expect(error.failure).to.equal('unavailable');
      expect(error.message).not.to.include('127.0.0.1');
      expect(vendor.seen.requests).to.deep.equal([]);
    });
  });
}
