import { expect } from 'chai';
import { failureOfRender, failureReasons } from '../../../../api/try-on/failure-reason.ts';
import { type ErrorCode, errorCatalogue } from '../../../../shared/errors.ts';
import type { RenderDoc } from '../../../../shared/renders/render-model.ts';
import type { RenderState } from '../../../../shared/renders/states.ts';

const ended = (state: RenderState, code?: ErrorCode) =>
  failureOfRender({ state, ...(code ? { failure: { code, message: '' } } : {}) } as RenderDoc);

describe('why a try-on has no result', () => {
  for (const [state, code, reason, retryable] of [
    ['failed', 'MODEL_ERROR', 'generation_failed', true],
    ['failed', 'MODEL_UNAVAILABLE', 'unavailable', true],
    ['failed', 'SERVICE_UNAVAILABLE', 'unavailable', true],
    ['failed', 'RATE_LIMITED', 'rate_limited', true],
    ['failed', 'INVALID_INPUT', 'generation_failed', false],
    ['failed', 'INSUFFICIENT_CREDITS', 'insufficient_credits', false],
    ['failed', 'INTERNAL', 'unavailable', true],
    ['failed', undefined, 'unavailable', true],
    ['expired', 'MODEL_UNAVAILABLE', 'timeout', true],
    ['cancelled', undefined, 'cancelled', true],
  ] as const) {
    it(`is ${reason} for a render that is ${state}${code ? ` with ${code}` : ''}`, () => {
      expect(ended(state, code)).to.deep.equal({ reason, retryable });
    });
  }

  it('is nothing for a render that is open or has a result', () => {
    for (const state of ['new', 'queued', 'running', 'succeeded'] as const) {
      expect(ended(state)).to.equal(null);
    }
  });

  it('has a row for every code of the catalogue', () => {
    expect(Object.keys(failureReasons).sort()).to.deep.equal(Object.keys(errorCatalogue).sort());
  });
});
