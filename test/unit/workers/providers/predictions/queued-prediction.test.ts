import { syncBuiltinESMExports } from 'node:module';
import { expect } from 'chai';
import sinon from 'sinon';
import { silentLogger } from '../../../../../shared/log.ts';
import { awaitJob } from '../../../../../workers/providers/predictions/queued-prediction.ts';
import { ProviderError } from '../../../../../workers/providers/provider.ts';

describe('awaitJob', () => {
  let clock: sinon.SinonFakeTimers;
  beforeEach(() => {
    clock = sinon.useFakeTimers({ now: 1_000_000 });
    syncBuiltinESMExports();
  });
  afterEach(() => {
    clock.restore();
    syncBuiltinESMExports();
  });

  /** A job whose looks go wrong with `error` for so long, and which then has ended. */
  function job(error: ProviderError, wrongMs: number) {
    const startedAt = Date.now();
    const seen = { looks: 0, cancelled: 0 };
    const work = awaitJob(
      {
        async look() {
          seen.looks++;
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

  it('does not give up a paid render while its vendor restarts', async () => {
    const { seen, ended } = job(down(), 10_000);
    await clock.tickAsync(20_000);
    expect(await ended).to.equal('image');
    expect(seen.cancelled).to.equal(0);
  });

  it('cancels it when nothing can be learned of it any more', async () => {
    const { seen, ended } = job(down(), 60_000);
    await clock.tickAsync(40_000);
    expect(await ended).to.have.property('message', 'down');
    expect(seen.cancelled).to.equal(1);
  });

  it('cancels it at once when the vendor will not tell', async () => {
    const { seen, ended } = job(new ProviderError('rejected', 'no such job'), 60_000);
    await clock.tickAsync(100);
    expect(await ended).to.have.property('message', 'no such job');
    expect(seen).to.deep.equal({ looks: 1, cancelled: 1 });
  });

  it('looks no sooner than the vendor asks for', async () => {
    const { seen, ended } = job(down(6), 5_000);
    await clock.tickAsync(5_900);
    expect(seen.looks).to.equal(1);
    await clock.tickAsync(200);
    expect(await ended).to.equal('image');
  });
});
