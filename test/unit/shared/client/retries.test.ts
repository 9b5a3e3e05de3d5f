import { expect } from 'chai';
import { RenderApiError, RenderConnectionError } from '../../../../shared/client/errors.ts';
import { createInterruption } from '../../../../shared/client/interruption.ts';
import { createRetries, pauseAfter } from '../../../../shared/client/retries.ts';

const busy = (retryAfterSeconds?: number) =>
  new RenderApiError({ status: 503, code: 'MODEL_UNAVAILABLE', message: '', retryAfterSeconds });

describe('The client’s pause before a retry', () => {
  it('is the Retry-After of the response and up to a quarter more, so that callers do not return together', () => {
    expect(pauseAfter(busy(8), 1, () => 0)).to.equal(8000);
    expect(pauseAfter(busy(8), 1, () => 1)).to.equal(10_000);
    expect(pauseAfter(busy(0), 3)).to.equal(0);
  });

  it('else doubles up to 8 s, and a random half of it varies', () => {
    const lost = new RenderConnectionError('');
    const longest = [1, 2, 3, 4, 5, 6, 20].map((attempt) => pauseAfter(lost, attempt, () => 1));
    expect(longest).to.deep.equal([500, 1000, 2000, 4000, 8000, 8000, 8000]);
    expect(pauseAfter(busy(), 1, () => 0)).to.equal(250);
  });
});

describe('The client’s retries', () => {
  const refuse = (status: number, code: 'RATE_LIMITED' | 'SERVICE_UNAVAILABLE', times: number) => {
    let left = times;
    return async () => {
      if (left === 0) return 'done';
      left -= 1;
      throw new RenderApiError({ status, code, message: '', retryAfterSeconds: 0 });
    };
  };

  it('end after so many failures', async () => {
    const interruption = createInterruption(undefined, 60_000);
    const retries = createRetries(2, interruption);
    const error = await retries.run(refuse(503, 'SERVICE_UNAVAILABLE', 3)).catch((thrown: unknown) => thrown);
    interruption.close();
    expect(error).to.be.instanceOf(RenderApiError).with.property('status', 503);
  });

  it('outlast any number of refusals by a limit, which no failure is', async () => {
    const interruption = createInterruption(undefined, 60_000);
    const result = await createRetries(2, interruption).run(refuse(429, 'RATE_LIMITED', 20));
    interruption.close();
    expect(result).to.equal('done');
  });

  it('end when the next would be after the time-out', async () => {
    const interruption = createInterruption(undefined, 5_000);
    const limited = new RenderApiError({
      status: 429,
      code: 'RATE_LIMITED',
      message: '',
      retryAfterSeconds: 60,
    });
    const error = await createRetries(2, interruption)
      .run(() => Promise.reject(limited))
      .catch((thrown: unknown) => thrown);
    interruption.close();
    expect(error).to.equal(limited);
  });
});
