import { expect } from 'chai';
import { silentLogger } from '../../../../../shared/log.ts';
import type { ChainProgress, ProviderAttempt } from '../../../../../shared/renders/chain-progress.ts';
import type { Breaker } from '../../../../../workers/breaker/breaker.ts';
import { createChain } from '../../../../../workers/providers/chain/chain.ts';
import type { HandOver, ProviderElsewhere } from '../../../../../workers/providers/chain/hand-over.ts';
import type { RenderPredictions } from '../../../../../workers/providers/chain/prediction-notes.ts';
import {
  type PredictionNotes,
  type Provider,
  ProviderError,
  type ProviderRequest,
} from '../../../../../workers/providers/provider.ts';

const log = silentLogger();
const prediction = { key: 'k', submittedAt: new Date(0), ref: { id: '1' } };
const failed = () => Promise.reject(new ProviderError('failed', 'boom'));
const picture = { image: Buffer.from('picture') };

function provider(
  name: string,
  render: (predictions: PredictionNotes, signal: AbortSignal) => ReturnType<Provider['render']>,
) {
  return {
    name,
    render: (
      _: ProviderRequest,
      { predictions, signal }: { predictions?: PredictionNotes; signal: AbortSignal },
    ) => render(predictions!, signal),
  };
}

/** Takes every image as it is. */
const checkOutput = async (png: Buffer) => ({ png, width: 1, height: 1 });

function run(
  links: (Provider | ProviderElsewhere)[],
  changes: {
    from?: ChainProgress;
    open?: string;
    signal?: AbortSignal;
    predictions?: Partial<RenderPredictions>;
  } = {},
) {
  const observed: ProviderAttempt[] = [];
  const saved: Omit<ChainProgress, 'handOvers'>[] = [];
  const breaker: Breaker = {
    allows: async (name) => ({ allowed: name !== changes.open, retryAfterMs: 1_000 }),
    record: async () => undefined,
  };
  const chain = createChain(links, {
    attempts: 2,
    log,
    breaker,
    checkOutput,
    observe: (attempt) => observed.push(attempt),
  });
  const predictions: RenderPredictions = {
    save: async (progress) => saved.push(progress) > 0,
    continuesElsewhere: async () => false,
    ...changes.predictions,
  };
  const result = chain.render({ renderId: 'rnd_1', scene: {} } as ProviderRequest, {
    account: 'acc_1',
    signal: changes.signal ?? new AbortController().signal,
    log,
    progress: () => undefined,
    deadlineAt: Date.now() + 600_000,
    from: changes.from,
    predictions,
  });
  return { result, observed, saved };
}
const from = (next: string, attempts: ProviderAttempt[] = []): ChainProgress => ({
  next,
  attempts,
  retryAfters: [],
  prediction,
  handOvers: 0,
});

describe('predictions of a chain', () => {
  const idle = provider('idle', failed);

  it('are saved with their provider and the tries before', async () => {
    const queue = provider('queue', async (predictions) => {
      await predictions.save(prediction);
      return picture;
    });
    const { result, saved } = run([idle, queue]);
    await result;
    expect(
      saved.map(({ next, prediction: saved, attempts }) => [next, saved, attempts.length]),
    ).to.deep.equal([['queue', prediction, 2]]);
  });

  it('are resumed at their provider, by its first try only, with the tries of the earlier worker', async () => {
    const taken: unknown[] = [];
    const queue = provider('queue', async (predictions) => {
      taken.push(predictions.takeSaved('k'));
      return taken.length === 1 ? failed() : picture;
    });
    const { result } = run([idle, queue], {
      from: from('queue', [{ provider: 'idle', failure: 'failed', ms: 1 }]),
    });
    const { attempts } = await result;
    expect(taken).to.deep.equal([prediction, undefined]);
    expect(attempts.map(({ provider: name }) => name)).to.deep.equal(['idle', 'queue', 'queue']);
  });

  it('are fetched although the breaker is open: they are paid', async () => {
    const queue = provider('queue', async (predictions) => (predictions.takeSaved('k') ? picture : failed()));
    expect((await run([queue], { from: from('queue'), open: 'queue' }).result).provider).to.equal('queue');
  });

  it('are not given to a provider that comes later', async () => {
    const taken: unknown[] = [];
    const next = provider('next', async (predictions) => {
      taken.push(predictions.takeSaved('k'));
      return picture;
    });
    await run([idle, next], { from: from('idle') }).result;
    expect(taken).to.deep.equal([undefined]);
  });

  it('stay with a render whose worker does not serve their provider', async () => {
    const over = await run([{ name: 'queue', elsewhere: true }], { from: from('queue') }).result.catch(
      (error: unknown) => error,
    );
    expect((over as HandOver).progress).to.deep.include({ next: 'queue', prediction });
  });

  it('start the chain again when their provider was removed from it', async () => {
    const first = provider('first', async () => picture);
    expect((await run([first, idle], { from: from('gone') }).result).provider).to.equal('first');
  });

  for (const [what, continuesElsewhere, counted] of [
    ['that continues elsewhere is counted there, with its cost', true, 0],
    ['that is cancelled is counted as aborted', false, 1],
  ] as const) {
    it(`make a try ${what}`, async () => {
      const controller = new AbortController();
      const reason = new Error('the worker stops');
      const queue = provider('queue', async (predictions, signal) => {
        await predictions.save(prediction);
        controller.abort(reason);
        signal.throwIfAborted();
        return picture;
      });
      const { result, observed } = run([queue], {
        signal: controller.signal,
        predictions: { continuesElsewhere: async () => continuesElsewhere },
      });
      expect(await result.catch((error: unknown) => error)).to.equal(reason);
      expect(observed.filter(({ aborted }) => aborted)).to.have.length(counted);
      expect(observed).to.have.length(counted);
    });
  }
});
