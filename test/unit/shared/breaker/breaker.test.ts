import { expect } from 'chai';
import { afterOutcome, askPermit } from '../../../../shared/breaker/breaker.ts';
import {
  type BreakerPolicy,
  type BreakerState,
  closed,
  phaseOf,
} from '../../../../shared/breaker/breaker-state.ts';

const policy: BreakerPolicy = {
  threshold: 3,
  windowMs: 60_000,
  openMs: 5_000,
  longestOpenMs: 15_000,
  probeMs: 30_000,
};
const fail = (state: BreakerState, ...times: number[]) =>
  times.reduce((at, nowMs) => afterOutcome(at, 'unavailable', nowMs, policy), state);

describe('breaker states', () => {
  it('stays closed below the threshold', () => {
    expect(phaseOf(fail(closed, 1_000, 2_000), 2_000)).to.equal('closed');
  });

  it('opens when the provider was unavailable three times in a row', () => {
    const state = fail(closed, 1_000, 2_000, 3_000);
    expect(askPermit(state, 4_000, policy).permit).to.deep.equal({ allowed: false, retryAfterMs: 4_000 });
  });

  it('starts to count anew after a render that the provider took', () => {
    const state = fail(afterOutcome(fail(closed, 1_000, 2_000), 'alive', 2_500, policy), 3_000, 4_000);
    expect(phaseOf(state, 4_000)).to.equal('closed');
  });

  it('does not add up failures further apart than the window', () => {
    expect(phaseOf(fail(closed, 1_000, 2_000, 62_000), 62_000)).to.equal('closed');
  });

  it('lets exactly one render probe once the rest is over', () => {
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

  it('rests twice as long after each probe in vain, up to the longest rest', () => {
    let state = fail(closed, 1_000, 2_000, 3_000);
    const rests = [8_000, 18_000, 33_000].map((nowMs) => {
      state = afterOutcome(askPermit(state, nowMs, policy).next, 'unavailable', nowMs, policy);
      return state.openUntil - nowMs;
    });
    expect(rests).to.deep.equal([10_000, 15_000, 15_000]);
  });

  it('gives the probe to the next render when the first was broken off', () => {
    const { next } = askPermit(fail(closed, 1_000, 2_000, 3_000), 8_000, policy);
    const state = afterOutcome(next, 'abandoned', 8_500, policy);
    expect(askPermit(state, 8_600, policy).permit.allowed).to.equal(true);
  });

  it('gives the probe to another render when the worker that had it never came back', () => {
    const { next } = askPermit(fail(closed, 1_000, 2_000, 3_000), 8_000, policy);
    expect(askPermit(next, 38_000, policy).permit.allowed).to.equal(true);
  });

  it('lets everybody ask once a probe has gone on for longer than it takes to be turned away', () => {
    const { next } = askPermit(fail(closed, 1_000, 2_000, 3_000), 8_000, policy);
    const later = askPermit(next, 38_000, policy);
    expect(later.permit.allowed).to.equal(true);
    expect(askPermit(later.next, 38_001, policy).permit.allowed).to.equal(true);
    const again = afterOutcome(later.next, 'unavailable', 38_100, policy);
    expect(askPermit(again, 38_200, policy).permit.allowed).to.equal(false);
  });

  it('keeps to one probe at a time with a provider that hung: that it still goes on says nothing', () => {
    const hung = [1_000, 2_000, 3_000].reduce((at, nowMs) => afterOutcome(at, 'hung', nowMs, policy), closed);
    const { next } = askPermit(hung, 8_000, policy);
    const later = askPermit(next, 38_000, policy);
    expect(later.permit.allowed).to.equal(true);
    expect(askPermit(later.next, 38_001, policy).permit.allowed).to.equal(false);
  });

  it('is not opened further by renders that were under way when it opened', () => {
    const state = fail(closed, 1_000, 2_000, 3_000);
    expect(fail(state, 3_100)).to.equal(state);
  });
});
