import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { silentLogger } from '../../../../../shared/log.ts';
import type { Breaker, BreakerOutcome } from '../../../../../workers/breaker/breaker.ts';
import { type ChainOptions, createChain } from '../../../../../workers/providers/chain/chain.ts';
import { ChainError } from '../../../../../workers/providers/chain/chain-error.ts';
import type { ChainContext } from '../../../../../workers/providers/chain/chain-try.ts';
import {
  type Provider,
  ProviderError,
  type ProviderRequest,
  type ProviderResult,
} from '../../../../../workers/providers/provider.ts';

type Step = (signal: AbortSignal) => Promise<ProviderResult>;

const gives =
  (text: string): Step =>
  async () => ({ image: Buffer.from(text), report: { from: text } });
const throws =
  (...args: ConstructorParameters<typeof ProviderError>): Step =>
  async () => {
    throw new ProviderError(...args);
  };
const failed = throws('failed', 'boom');
const unavailable = throws('unavailable', 'down');
const rejected = throws('rejected', 'no');
const busy = throws('unavailable', 'busy', { retryAfter: 0 });
const hung = throws('failed', 'no answer in time', { hung: true });
const deaf: Step = () => new Promise(() => {});

/** A provider that answers each call with the next step, the last one for ever. */
function scripted(name: string, ...steps: Step[]): Provider & { calls: number } {
  const provider = {
    name,
    calls: 0,
    render(_request: ProviderRequest, { signal }: { signal: AbortSignal }) {
      provider.calls++;
      return (steps.length > 1 ? steps.shift()! : steps[0]!)(signal);
    },
  };
  return provider;
}

function recordingBreaker(open: string[] = []) {
  const records: [string, BreakerOutcome][] = [];
  const breaker: Breaker = {
    allows: async (name) => ({
      allowed: !open.includes(name),
      retryAfterMs: open.includes(name) ? 3_000 : 0,
    }),
    record: async (name, outcome) => void records.push([name, outcome]),
  };
  return { breaker, records };
}

const size = { width: 1, height: 1 };
const accepted = async (png: Buffer) => ({ png, ...size });

function run(
  providers: Provider[],
  changes: Partial<ChainContext> & Pick<ChainOptions, 'checkOutput'> & { breaker?: Breaker } = {},
) {
  const { breaker = recordingBreaker().breaker, checkOutput = accepted, ...context } = changes;
  const log = silentLogger();
  const chain = createChain(providers, {
    attempts: 2,
    log,
    breaker,
    checkOutput,
    maxWaitMs: { withNext: 600, last: 1_200 },
  });
  return chain.render({ renderId: 'rnd_1', scene: {}, products: [] } as unknown as ProviderRequest, {
    account: 'acc_1',
    signal: new AbortController().signal,
    log,
    progress: () => {},
    deadlineAt: Date.now() + 600_000,
    ...context,
  });
}

const toFailure = async (work: Promise<unknown>): Promise<ChainError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(ChainError);
  return error as ChainError;
};

describe('provider chain', () => {
  it('returns the first usable image, the provider that made it, and its report', async () => {
    const [first, second] = [scripted('a', gives('picture')), scripted('b', gives('other'))];
    const result = await run([first, second]);
    expect(result).to.deep.include({
      image: { png: Buffer.from('picture'), ...size },
      provider: 'a',
      report: { from: 'picture' },
    });
    expect(result.attempts.map(({ provider, failure }) => [provider, failure])).to.deep.equal([
      ['a', undefined],
    ]);
    expect(second.calls).to.equal(0);
  });

  it('tries a provider that failed once more before the next one', async () => {
    const [first, second] = [scripted('a', failed), scripted('b', gives('picture'))];
    const { provider, attempts } = await run([first, second]);
    expect(provider).to.equal('b');
    expect(attempts.map(({ provider, failure }) => `${provider} ${failure}`)).to.deep.equal([
      'a failed',
      'a failed',
      'b undefined',
    ]);
  });

  it('returns the image of the second try of the same provider', async () => {
    expect((await run([scripted('a', failed, gives('picture'))])).provider).to.equal('a');
  });

  for (const [name, step] of Object.entries({ rejected, unavailable })) {
    it(`tries the next provider at once after "${name}"`, async () => {
      const first = scripted('a', step);
      expect((await run([first, scripted('b', gives('picture'))])).provider).to.equal('b');
      expect(first.calls).to.equal(1);
    });
  }

  it('waits for a busy provider without using up its tries', async () => {
    const first = scripted('a', busy, busy, failed, gives('picture'));
    expect((await run([first])).image.png.toString()).to.equal('picture');
    expect(first.calls).to.equal(4);
  });

  it('waits for a busy provider only up to the maximum wait', async () => {
    const first = scripted('a', busy);
    expect((await run([first, scripted('b', gives('picture'))])).provider).to.equal('b');
    expect(first.calls).to.equal(3);
  });

  it('counts an unusable image as failed', async () => {
    const first = scripted('a', gives('bad'));
    const error = await toFailure(
      run([first], { checkOutput: () => Promise.reject(new Error('blank picture')) }),
    );
    expect(error.code).to.equal('MODEL_ERROR');
    expect(first.calls).to.equal(2);
  });

  it('counts a bug in an adapter as failed and tries the next provider', async () => {
    const broken = scripted('a', async () => {
      throw new TypeError('undefined is not a function');
    });
    expect((await run([broken, scripted('b', gives('picture'))])).provider).to.equal('b');
  });

  it('ends with MODEL_ERROR when one provider took the work and failed, whatever the others did', async () => {
    const error = await toFailure(run([scripted('a', failed), scripted('b', unavailable)]));
    expect(error).to.include({ code: 'MODEL_ERROR', retryAfter: undefined });
    expect(error.attempts).to.have.length(3);
  });

  it('ends with MODEL_UNAVAILABLE and a Retry-After when no provider could take it', async () => {
    const error = await toFailure(run([scripted('a', unavailable), scripted('b', rejected)]));
    expect(error).to.include({ code: 'MODEL_UNAVAILABLE', retryAfter: 10 });
  });

  it('passes on the shortest time that a provider asked for', async () => {
    const late = throws('unavailable', 'quota', { retryAfter: 40 });
    const error = await toFailure(
      run([scripted('a', late), scripted('b', throws('unavailable', 'x', { retryAfter: 20 }))]),
    );
    expect(error.retryAfter).to.equal(20);
  });

  it('names safety when the content was refused for it', async () => {
    const error = await toFailure(run([scripted('a', throws('rejected', 'nsfw', { safety: true }))]));
    expect(error.code).to.equal('MODEL_ERROR');
    expect(error.message).to.match(/refused this content for safety/);
  });

  it('says what is wrong with an input that every provider rejects', async () => {
    const providers = [
      scripted('a', throws('rejected', 'Too small.')),
      scripted('b', throws('rejected', 'Blurred.')),
    ];
    const error = await toFailure(run(providers));
    expect(error).to.include({
      code: 'MODEL_ERROR',
      message: 'Blurred. Nothing was charged.',
      retryAfter: undefined,
    });
  });

  it('skips a provider whose breaker is open', async () => {
    const first = scripted('a', gives('picture'));
    const error = await toFailure(run([first], { breaker: recordingBreaker(['a']).breaker }));
    expect(error).to.include({ code: 'MODEL_UNAVAILABLE', retryAfter: 3 });
    expect(error.attempts[0]).to.include({ provider: 'a', skipped: true });
    expect(first.calls).to.equal(0);
  });

  it('records the outcome of each provider with the breaker', async () => {
    const { breaker, records } = recordingBreaker();
    await run(
      [scripted('a', unavailable), scripted('b', busy), scripted('c', failed), scripted('d', gives('x'))],
      { breaker },
    );
    expect(records).to.deep.equal([
      ['a', 'unavailable'],
      ['b', 'alive'],
      ['c', 'alive'],
      ['d', 'alive'],
    ]);
  });

  it('does not try a provider that hung again while there is another, and records it with the breaker', async () => {
    const { breaker, records } = recordingBreaker();
    const first = scripted('a', hung);
    const { provider, attempts } = await run([first, scripted('b', hung, gives('x'))], { breaker });
    expect([provider, attempts[0]!.hung]).to.deep.equal(['b', true]);
    expect(first.calls).to.equal(1);
    expect(records).to.deep.equal([
      ['a', 'hung'],
      ['b', 'alive'],
    ]);
  });

  it('ends with MODEL_ERROR when a provider hung: it took the work', async () => {
    const error = await toFailure(run([scripted('a', hung), scripted('b', unavailable)]));
    expect(error.code).to.equal('MODEL_ERROR');
  });

  it('ends at the deadline although the provider ignores its signal', async () => {
    const { breaker, records } = recordingBreaker();
    const next = scripted('b', gives('picture'));
    const error = await toFailure(run([scripted('a', deaf), next], { deadlineAt: Date.now() + 50, breaker }));
    expect(error.code).to.equal('MODEL_UNAVAILABLE');
    expect(error.message).to.match(/in time/);
    expect(error.attempts[0]).to.include({ failure: 'unavailable', aborted: true });
    expect(next.calls).to.equal(0);
    expect(records).to.deep.equal([['a', 'abandoned']]);
  });

  it('ends at the deadline although the check of the image hangs', async () => {
    const error = await toFailure(
      run([scripted('a', gives('x'))], {
        deadlineAt: Date.now() + 50,
        checkOutput: () => new Promise(() => {}),
      }),
    );
    expect(error.code).to.equal('MODEL_UNAVAILABLE');
  });

  it('rejects with the reason of the signal and tries no other provider', async () => {
    const controller = new AbortController();
    const next = scripted('b', gives('picture'));
    const work = run([scripted('a', deaf), next], { signal: controller.signal });
    await sleep(10);
    controller.abort(new Error('lease lost'));
    const error = await work.catch((thrown: unknown) => thrown);
    expect(error).to.have.property('message', 'lease lost');
    expect(next.calls).to.equal(0);
  });

  it('aborts the pause between two tries as well', async () => {
    const controller = new AbortController();
    const first = scripted('a', failed);
    const work = run([first], { signal: controller.signal });
    await sleep(50);
    controller.abort(new Error('cancelled'));
    expect(await work.catch((thrown: unknown) => thrown)).to.have.property('message', 'cancelled');
    expect(first.calls).to.equal(1);
  });
});
