import { expect } from 'chai';
import { silentLogger } from '../../../../../shared/log.ts';
import type { ChainProgress } from '../../../../../shared/renders/chain-progress.ts';
import type { Breaker } from '../../../../../workers/breaker/breaker.ts';
import { createChain } from '../../../../../workers/providers/chain/chain.ts';
import { ChainError } from '../../../../../workers/providers/chain/chain-error.ts';
import { HandOver } from '../../../../../workers/providers/chain/hand-over.ts';
import {
  type Provider,
  ProviderError,
  type ProviderRequest,
} from '../../../../../workers/providers/provider.ts';

const log = silentLogger();
const now = () => 0;
const maxWaitMs = { withNext: 0, last: 0 };

/** Ways a provider can end a render without an image; `open`: its breaker lets nobody ask it. */
const endings = {
  failed: () => new ProviderError('failed', 'boom'),
  rejected: () => new ProviderError('rejected', 'no'),
  safety: () => new ProviderError('rejected', 'nsfw', { safety: true }),
  unavailable: () => new ProviderError('unavailable', 'down'),
  'busy for 40 s': () => new ProviderError('unavailable', 'busy', { retryAfter: 40 }),
  'busy for 20 s': () => new ProviderError('unavailable', 'busy', { retryAfter: 20 }),
  open: () => new ProviderError('failed', 'asked although its breaker is open'),
};
type Ending = keyof typeof endings;

const breaker: Breaker = {
  allows: async (name) => ({ allowed: !name.endsWith('open'), retryAfterMs: 30_000 }),
  record: async () => undefined,
};

const ending = (place: string, how: Ending): Provider => ({
  name: `${place} ${how}`,
  render: () => Promise.reject(endings[how]()),
});
const painter: Provider = { name: 'painter', render: async () => ({ image: Buffer.from('picture') }) };
const elsewhere = ({ name }: Provider) => ({ name, elsewhere: true as const });

const size = { width: 1, height: 1 };
/** Takes every image as it is. */
const checkOutput = async (png: Buffer) => ({ png, ...size });

function run(links: Parameters<typeof createChain>[0], from?: ChainProgress) {
  const chain = createChain(links, { attempts: 1, log, breaker, checkOutput, now, maxWaitMs });
  return chain.render({ renderId: 'rnd_1', scene: {} } as ProviderRequest, {
    account: 'acc_1',
    signal: new AbortController().signal,
    log,
    progress: () => undefined,
    deadlineAt: 60_000,
    from,
  });
}

/** The chain as two workers run it, the second of which serves only the last provider. */
async function inTwoWorkers(first: Provider[], last: Provider) {
  const over = await run([...first, elsewhere(last)]).catch((error: unknown) => error);
  if (!(over instanceof HandOver)) throw new Error('not handed over', { cause: over });
  // The way over the database.
  const progress = JSON.parse(JSON.stringify(over.progress)) as HandOver['progress'];
  return run([...first.map(elsewhere), last], { ...progress, handOvers: 1 });
}

const toFailure = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof ChainError)) throw new Error('no ChainError', { cause: error });
  const { code, message, retryAfter, attempts } = error;
  return { code, message, retryAfter, attempts };
};

describe('a chain over several workers', () => {
  for (const one of Object.keys(endings) as Ending[]) {
    for (const other of Object.keys(endings) as Ending[]) {
      it(`ends as in one worker when the first is "${one}" and the second "${other}"`, async () => {
        const providers = [ending('first', one), ending('second', other)] as const;
        const inOne = await toFailure(run(providers));
        expect(await toFailure(inTwoWorkers([providers[0]], providers[1]))).to.deep.equal(inOne);
        expect(inOne.attempts).to.have.length(2);
      });
    }
  }

  it('returns the image of the last provider with the tries of all', async () => {
    const result = await inTwoWorkers([ending('first', 'failed')], painter);
    expect(result).to.deep.include({ image: { png: Buffer.from('picture'), ...size }, provider: 'painter' });
    expect(result.attempts).to.deep.equal([
      { provider: 'first failed', failure: 'failed', ms: 0 },
      { provider: 'painter', ms: 0 },
    ]);
  });

  it('is handed over at once when the first provider is served elsewhere', async () => {
    const over = await run([elsewhere(painter)]).catch((error: unknown) => error);
    expect(over).to.be.instanceOf(HandOver);
    expect((over as HandOver).progress).to.deep.equal({ next: 'painter', attempts: [], retryAfters: [] });
  });

  it('has ended when a deploy removed its next provider from the chain', async () => {
    const from = { next: 'gone', attempts: [], retryAfters: [], handOvers: 1 };
    expect(await toFailure(run([painter], from))).to.include({ code: 'MODEL_UNAVAILABLE', retryAfter: 10 });
  });
});
