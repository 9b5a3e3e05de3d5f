import { syncBuiltinESMExports } from 'node:module';
import { expect } from 'chai';
import sinon from 'sinon';
import { silentLogger } from '../../../../../shared/log.ts';
import { awaitPrediction } from '../../../../../workers/providers/predictions/queued-prediction.ts';
import { ProviderError } from '../../../../../workers/providers/provider.ts';

describe('awaitPrediction', () => {
  let clock: sinon.SinonFakeTimers;
  beforeEach(() => {
    clock = sinon.useFakeTimers({ now: 1_000_000 });
    syncBuiltinESMExports();
  });
  afterEach(() => {
    clock.restore();
    syncBuiltinESMExports();
  });

  /** A prediction whose polls fail with `error` for `wrongMs`, and which then has ended. */
  function predictionWith(error: ProviderError, wrongMs: number) {
    const startedAt = Date.now();
    const seen = { polls: 0, cancelled: 0 };
    const work = awaitPrediction(
      {
        async poll() {
          seen.polls++;
          if (Date.now() - startedAt < wrongMs) throw error;
          return 'image';
        },
        async cancel() {
          seen.cancelled++;
        },
      },
      { signal: new AbortController().signal, log: silentLogger() },
    );
    return { seen, ended: work.catch((thrown: unknown) => thrown) };
  }
  const down = (retryAfter?: number) =>
    new ProviderError('unavailable', 'down', retryAfter === undefined ? {} : { retryAfter });

  it('keeps waiting for a paid render while its vendor restarts', async () => {
    const { seen, ended } = predictionWith(down(), 10_000);
    await clock.tickAsync(20_000);
    expect(await ended).to.equal('image');
    expect(seen.cancelled).to.equal(0);
  });

  it('cancels it when its state cannot be read for 30 s', async () => {
    const { seen, ended } = predictionWith(down(), 60_000);
    await clock.tickAsync(40_000);
    expect(await ended).to.have.property('message', 'down');
    expect(seen.cancelled).to.equal(1);
  });

  it('cancels it at once when the vendor refuses to return its state', async () => {
    const { seen, ended } = predictionWith(new ProviderError('rejected', 'no such prediction'), 60_000);
    await clock.tickAsync(100);
    expect(await ended).to.have.property('message', 'no such prediction');
    expect(seen).to.deep.equal({ polls: 1, cancelled: 1 });
  });

  it('polls no sooner than the Retry-After of the vendor', async () => {
    const { seen, ended } = predictionWith(down(6), 5_000);
    await clock.tickAsync(5_900);
    expect(seen.polls).to.equal(1);
    await clock.tickAsync(200);
    expect(await ended).to.equal('image');
  });
});
