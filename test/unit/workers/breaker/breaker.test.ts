import { expect } from 'chai';
import {
  type BreakerPolicy,
  type BreakerState,
  closed,
  getPhase,
} from '../../../../shared/breaker/breaker-state.ts';
import { afterOutcome, askPermit } from '../../../../workers/breaker/breaker.ts';

const policy: BreakerPolicy = {
  threshold: 3,
  windowMs: 60_000,
  openMs: 5_000,
  maxOpenMs: 15_000,
  probeMs: 30_000,
};
const fail = (state: BreakerState, ...times: number[]) =>
  times.reduce((at, nowMs) => afterOutcome(at, 'unavailable', nowMs, policy), state);

describe('breaker states', () => {
  it('stays closed below the threshold', () => {
    expect(getPhase(fail(closed, 1_000, 2_000), 2_000)).to.equal('closed');
  });

  it('opens when the provider was unavailable three times in a row', () => {
    const state = fail(closed, 1_000, 2_000, 3_000);
    expect(askPermit(state, 4_000, policy).permit).to.deep.equal({ allowed: false, retryAfterMs: 4_000 });
  });

  it('starts counting again after a render that the provider accepted', () => {
    const state = fail(afterOutcome(fail(closed, 1_000, 2_000), 'alive', 2_500, policy), 3_000, 4_000);
    expect(getPhase(state, 4_000)).to.equal('closed');
  });

  it('does not add up failures further apart than the window', () => {
    expect(getPhase(fail(closed, 1_000, 2_000, 62_000), 62_000)).to.equal('closed');
  });

  it('allows exactly one render to probe after the open time', () => {
    const first = askPermit(fail(closed, 1_000, 2_000, 3_000), 8_000, policy);
    expect(first.permit.allowed).to.equal(true);
    expect(askPermit(first.next, 8_001, policy).permit).to.deep.equal({
      allowed: false,
      retryAfterMs: 29_999,
    });
  });

  it('closes when the probe finds the provider alive', () => {
    const { next } = askPermit(fail(closed, 1_000, 2_000, 3_000), 8_000, policy);
    expect(afterOutcome(next, 'alive', 9_000, policy)).to.equal(closed);
  });

  it('doubles the open time after each failed probe, up to the maximum', () => {
    let state = fail(closed, 1_000, 2_000, 3_000);
    const rests = [8_000, 18_000, 33_000].map((nowMs) => {
      state = afterOutcome(askPermit(state, nowMs, policy).next, 'unavailable', nowMs, policy);
      return state.openUntil - nowMs;
    });
    expect(rests).to.deep.equal([10_000, 15_000, 15_000]);
  });

  it('gives the probe to the next render when the first was aborted', () => {
    const { next } = askPermit(fail(closed, 1_000, 2_000, 3_000), 8_000, policy);
    const state = afterOutcome(next, 'abandoned', 8_500, policy);
    expect(askPermit(state, 8_600, policy).permit.allowed).to.equal(true);
  });

  it('gives the probe to another render when its worker was lost', () => {
    const { next } = askPermit(fail(closed, 1_000, 2_000, 3_000), 8_000, policy);
    expect(askPermit(next, 38_000, policy).permit.allowed).to.equal(true);
  });

  it('allows all renders once a probe has run longer than a refusal takes', () => {
    const { next } = askPermit(fail(closed, 1_000, 2_000, 3_000), 8_000, policy);
    const later = askPermit(next, 38_000, policy);
    expect(later.permit.allowed).to.equal(true);
    expect(askPermit(later.next, 38_001, policy).permit.allowed).to.equal(true);
    const again = afterOutcome(later.next, 'unavailable', 38_100, policy);
    expect(askPermit(again, 38_200, policy).permit.allowed).to.equal(false);
  });

  it('allows one probe at a time for a provider that hung: a running probe proves nothing', () => {
    const hung = [1_000, 2_000, 3_000].reduce((at, nowMs) => afterOutcome(at, 'hung', nowMs, policy), closed);
    const { next } = askPermit(hung, 8_000, policy);
    const later = askPermit(next, 38_000, policy);
    expect(later.permit.allowed).to.equal(true);
    expect(askPermit(later.next, 38_001, policy).permit.allowed).to.equal(false);
  });

  it('is not opened further by renders that were running when it opened', () => {
    const state = fail(closed, 1_000, 2_000, 3_000);
    expect(fail(state, 3_100)).to.equal(state);
  });
});
