import { expect } from 'chai';
import type { Breaker } from '../../../../../shared/breaker/breaker.ts';
import { silentLogger } from '../../../../../shared/log.ts';
import type { ChainProgress, ProviderAttempt } from '../../../../../shared/renders/chain-progress.ts';
import { createChain } from '../../../../../workers/providers/chain/chain.ts';
import type { Elsewhere, HandOver } from '../../../../../workers/providers/chain/hand-over.ts';
import type { RenderPredictions } from '../../../../../workers/providers/chain/prediction-notes.ts';
import {
  type PredictionNotes,
  type Provider,
  ProviderError,
  type ProviderRequest,
} from '../../../../../workers/providers/provider.ts';

const log = silentLogger();
const job = { key: 'k', submittedAt: new Date(0), ref: { id: '1' } };
const failed = () => Promise.reject(new ProviderError('failed', 'boom'));
const picture = { image: Buffer.from('picture') };

function provider(
  name: string,
  render: (jobs: PredictionNotes, signal: AbortSignal) => ReturnType<Provider['render']>,
) {
  return {
    name,
    render: (_: ProviderRequest, { jobs, signal }: { jobs?: PredictionNotes; signal: AbortSignal }) =>
      render(jobs!, signal),
  };
}

function run(
  links: (Provider | Elsewhere)[],
  changes: {
    from?: ChainProgress;
    open?: string;
    signal?: AbortSignal;
    jobs?: Partial<RenderPredictions>;
  } = {},
) {
  const observed: ProviderAttempt[] = [];
  const kept: Omit<ChainProgress, 'handOvers'>[] = [];
  const breaker: Breaker = {
    allows: async (name) => ({ allowed: name !== changes.open, retryAfterMs: 1_000 }),
    record: async () => undefined,
  };
  const chain = createChain(links, {
    attempts: 2,
    log,
    breaker,
    observe: (attempt) => observed.push(attempt),
  });
  const jobs: RenderPredictions = {
    keep: async (progress) => kept.push(progress) > 0,
    goesOn: async () => false,
    ...changes.jobs,
  };
  const result = chain.render({ renderId: 'rnd_1' } as ProviderRequest, {
    signal: changes.signal ?? new AbortController().signal,
    log,
    progress: () => undefined,
    deadlineAt: Date.now() + 600_000,
    from: changes.from,
    jobs,
    accept: async (image) => image.toString(),
  });
  return { result, observed, kept };
}
const from = (next: string, attempts: ProviderAttempt[] = []): ChainProgress => ({
  next,
  attempts,
  retryAfters: [],
  job,
  handOvers: 0,
});

describe('jobs of a chain', () => {
  const idle = provider('idle', failed);

  it('are written down with their provider and the tries before', async () => {
    const queue = provider('queue', async (jobs) => {
      await jobs.keep(job);
      return picture;
    });
    const { result, kept } = run([idle, queue]);
    await result;
    expect(kept.map(({ next, job: kept, attempts }) => [next, kept, attempts.length])).to.deep.equal([
      ['queue', job, 2],
    ]);
  });

  it('are gone on with at their provider, by its first try only, with the tries of the earlier worker', async () => {
    const taken: unknown[] = [];
    const queue = provider('queue', async (jobs) => {
      taken.push(jobs.take('k'));
      return taken.length === 1 ? failed() : picture;
    });
    const { result } = run([idle, queue], {
      from: from('queue', [{ provider: 'idle', failure: 'failed', ms: 1 }]),
    });
    const { attempts } = await result;
    expect(taken).to.deep.equal([job, undefined]);
    expect(attempts.map(({ provider: name }) => name)).to.deep.equal(['idle', 'queue', 'queue']);
  });

  it('are asked for although the breaker is open: they are paid', async () => {
    const queue = provider('queue', async (jobs) => (jobs.take('k') ? picture : failed()));
    expect((await run([queue], { from: from('queue'), open: 'queue' }).result).provider).to.equal('queue');
  });

  it('are not given to a provider that comes later', async () => {
    const taken: unknown[] = [];
    const next = provider('next', async (jobs) => {
      taken.push(jobs.take('k'));
      return picture;
    });
    await run([idle, next], { from: from('idle') }).result;
    expect(taken).to.deep.equal([undefined]);
  });

  it('stay with a render that comes to a worker which does not serve their provider', async () => {
    const over = await run([{ name: 'queue', elsewhere: true }], { from: from('queue') }).result.catch(
      (error: unknown) => error,
    );
    expect((over as HandOver).progress).to.deep.include({ next: 'queue', job });
  });

  it('go with the chain from its start when their provider is not in it any more', async () => {
    const first = provider('first', async () => picture);
    expect((await run([first, idle], { from: from('gone') }).result).provider).to.equal('first');
  });

  for (const [what, goesOn, counted] of [
    ['that goes on elsewhere is counted there, with its cost', true, 0],
    ['that is given up is counted as broken off', false, 1],
  ] as const) {
    it(`make a try ${what}`, async () => {
      const controller = new AbortController();
      const reason = new Error('the worker stops');
      const queue = provider('queue', async (jobs, signal) => {
        await jobs.keep(job);
        controller.abort(reason);
        signal.throwIfAborted();
        return picture;
      });
      const { result, observed } = run([queue], {
        signal: controller.signal,
        jobs: { goesOn: async () => goesOn },
      });
      expect(await result.catch((error: unknown) => error)).to.equal(reason);
      expect(observed.filter(({ aborted }) => aborted)).to.have.length(counted);
      expect(observed).to.have.length(counted);
    });
  }
});
