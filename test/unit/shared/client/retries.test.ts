import { expect } from 'chai';
import { RenderApiError, RenderConnectionError } from '../../../../shared/client/errors.ts';
import { pauseAfter } from '../../../../shared/client/retries.ts';

const busy = (retryAfterSeconds?: number) =>
  new RenderApiError({ status: 503, code: 'MODEL_UNAVAILABLE', message: '', retryAfterSeconds });

describe('The client’s pause before a retry', () => {
  it('is the Retry-After of the response', () => {
    expect(pauseAfter(busy(7), 1)).to.equal(7000);
    expect(pauseAfter(busy(0), 3)).to.equal(0);
  });

  it('else doubles up to 8 s, and a random half of it varies', () => {
    const lost = new RenderConnectionError('');
    const longest = [1, 2, 3, 4, 5, 6, 20].map((attempt) => pauseAfter(lost, attempt, () => 1));
    expect(longest).to.deep.equal([500, 1000, 2000, 4000, 8000, 8000, 8000]);
    expect(pauseAfter(busy(), 1, () => 0)).to.equal(250);
  });
});
