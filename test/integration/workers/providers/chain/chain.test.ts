import { expect } from 'chai';
import { Redis } from 'ioredis';
import sharp from 'sharp';
import { type CogServer, startCogServer } from '../../../../../scripts/bench/cog-server.ts';
import type { CogMode } from '../../../../../scripts/bench/cog-server-modes.ts';
import { breakerPolicy } from '../../../../../shared/breaker/breaker-state.ts';
import { silentLogger } from '../../../../../shared/log.ts';
import { createOutbound, type Outbound } from '../../../../../shared/outbound/outbound.ts';
import { createBreaker, createFleetBreaker } from '../../../../../workers/breaker/fleet-breaker.ts';
import { createCogProvider } from '../../../../../workers/providers/adapters/cog/cog.ts';
import { createChain } from '../../../../../workers/providers/chain/chain.ts';
import { ChainError } from '../../../../../workers/providers/chain/chain-error.ts';
import type { ProviderRequest } from '../../../../../workers/providers/provider.ts';
import { freshPrefix, redisUrl } from '../../../../support/backends.ts';

const log = silentLogger();
const output = { width: 300, height: 200 };

describe('provider chain with two model containers, the shared breaker and the check of the output', () => {
  let first: CogServer;
  let second: CogServer;
  let http: Outbound;
  let redis: Redis;
  let request: ProviderRequest;

  before(async () => {
    [first, second] = await Promise.all([startCogServer(), startCogServer()]);
    http = createOutbound({ allow: [first.hostPort, second.hostPort] });
    redis = new Redis(await redisUrl());
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
    const bytes = await sharp({ create: { ...output, channels: 3, background: '#fff', noise } })
      .png()
      .toBuffer();
    const scene = { ...output, mime: 'image/png' as const, bytes };
    request = { renderId: 'rnd_1', scene, products: [], prompt: 'Keep the scene.', output };
  });
  after(async () => {
    await Promise.all([http.close(), first.close(), second.close(), redis.quit()]);
  });
  beforeEach(() => {
    Object.assign(first, { mode: 'ok', predictions: [], cancelled: [] });
    Object.assign(second, { mode: 'ok', predictions: [], cancelled: [] });
  });

  /** A machine of the fleet with both containers as providers. */
  function machine(prefix = freshPrefix()) {
    const providers = [first, second].map(({ url }, index) => ({
      ...createCogProvider({ http, url, token: '', timeoutMs: 5_000 }),
      name: index === 0 ? 'first' : 'second',
    }));
    const breaker = createBreaker({
      store: createFleetBreaker(redis, prefix),
      log,
      policy: { ...breakerPolicy, openMs: 60_000 },
      timeoutMs: 30_000,
    });
    const chain = createChain(providers, { attempts: 2, log, breaker, maxWaitMs: { withNext: 0, last: 0 } });
    return (deadlineAt = Date.now() + 10_000) =>
      chain.render(request, {
        account: 'acc_1',
        signal: new AbortController().signal,
        log,
        progress: () => {},
        deadlineAt,
      });
  }
  const toFailure = async (work: Promise<unknown>) => {
    const error = await work.catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ChainError);
    return error as ChainError;
  };
  const setModes = (one: CogMode, two: CogMode) => {
    first.mode = one;
    second.mode = two;
  };

  it('returns the checked image of the first container', async () => {
    const { image, provider } = await machine()();
    expect(provider).to.equal('first');
    expect(await sharp(image.png).metadata()).to.deep.include({ ...output, format: 'png' });
    expect(second.predictions).to.have.length(0);
  });

  for (const mode of [
    'garbage-image',
    'wrong-aspect',
    'failed',
    'invalid',
    'setup-failed',
    'busy',
  ] as const) {
    it(`returns the image of the second container when the first is in mode "${mode}"`, async () => {
      setModes(mode, 'ok');
      expect((await machine()()).provider).to.equal('second');
    });
  }

  it('ends with MODEL_ERROR when one container returned an unusable image and the other is down', async () => {
    setModes('wrong-aspect', 'defunct');
    expect((await toFailure(machine()())).code).to.equal('MODEL_ERROR');
  });

  it('ends with MODEL_UNAVAILABLE when no container could take the render', async () => {
    setModes('setup-failed', 'starting');
    expect(await toFailure(machine()())).to.include({ code: 'MODEL_UNAVAILABLE', retryAfter: 5 });
  });

  it('ends at the deadline and cancels the prediction that hangs', async () => {
    setModes('hang', 'ok');
    expect((await toFailure(machine()(Date.now() + 2_000))).code).to.equal('MODEL_UNAVAILABLE');
    for (let times = 0; first.cancelled.length === 0 && times < 100; times++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(first.cancelled).to.have.length(1);
  });

  it('skips on a second machine the container that the first found broken three times', async () => {
    const prefix = freshPrefix();
    setModes('defunct', 'ok');
    for (let times = 0; times < 3; times++) await machine(prefix)();
    const { attempts } = await machine(prefix)();
    expect(attempts).to.have.length(2);
    expect(attempts[0]).to.deep.include({ provider: 'first', skipped: true });
  });
});
