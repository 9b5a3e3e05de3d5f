import { expect } from 'chai';
import {
  type CallPermit,
  createDestinationGate,
  type DestinationGate,
  type GateDecision,
  gateLimits,
} from '../../../../workers/track/destination-gate.ts';

describe('the gate before destinations', () => {
  let time: number;
  let gate: DestinationGate;
  const at = (store: string, origin = `https://${store}.example`) =>
    gate.enter({ store, origin, revision: 1 });
  const permit = (decision: GateDecision): CallPermit => {
    if ('release' in decision) return decision;
    throw new Error(`refused: ${decision.refused}`);
  };
  const fail = (store: string, times: number) => {
    for (let index = 0; index < times; index++) permit(at(store)).release('unavailable');
  };

  beforeEach(() => {
    time = 1_000_000;
    gate = createDestinationGate({ perStore: 2, perOrigin: 3 }, () => time);
  });

  it('gives a store an eighth of the slots and an origin half', () => {
    expect(gateLimits(64)).to.deep.equal({ perStore: 8, perOrigin: 32 });
    expect(gateLimits(2)).to.deep.equal({ perStore: 1, perOrigin: 1 });
  });

  it('limits the calls to one store, whatever the others do', () => {
    const first = permit(at('a'));
    permit(at('a'));
    expect(at('a')).to.include({ refused: 'busy' });
    expect(at('b')).to.have.property('release');
    first.release('responded');
    expect(at('a')).to.have.property('release');
  });

  it('limits the calls to an origin that many stores share', () => {
    for (const store of ['a', 'b', 'c']) permit(at(store, 'https://shared.example'));
    expect(at('d', 'https://shared.example')).to.include({ refused: 'busy' });
    expect(at('d', 'https://other.example')).to.have.property('release');
  });

  it('gives refused callers later and later times, at the pace of the destination', () => {
    for (const _ of [1, 2]) {
      const call = permit(at('a'));
      time += 1000;
      call.release('responded');
    }
    for (const _ of [1, 2]) permit(at('a'));
    const waits = [1, 2, 3, 4].map(() => (at('a') as { waitMs: number }).waitMs);
    expect(waits).to.deep.equal([...waits].sort((x, y) => x - y));
    expect(new Set(waits).size).to.equal(4);
    time += 10_000;
    const slow = (at('a') as { waitMs: number }).waitMs;
    expect(slow).to.be.within(4_000, 30_000);
  });

  it('does not count the idle time before a call as a slow call', () => {
    const calls = [permit(at('a')), permit(at('a'))];
    expect(at('a')).to.include({ refused: 'busy' });
    for (const call of calls) call.release('responded');
    // All were refused for longer than necessary: the worker itself was suspended.
    time += 10_000;
    for (const _ of [1, 2]) permit(at('a'));
    expect((at('a') as { waitMs: number }).waitMs).to.be.within(50, 100);
  });

  it('opens after five failures in a row, allows one call after a pause, and all after its success', () => {
    fail('a', 5);
    const refusal = at('a') as { refused: string; waitMs: number };
    expect(refusal).to.deep.equal({ refused: 'unavailable', waitMs: 5000 });
    time += 5000;
    const probe = permit(at('a'));
    expect(at('a')).to.include({ refused: 'unavailable' });
    probe.release('responded');
    expect(at('a')).to.have.property('release');
  });

  it('pauses twice as long after a failed probe', () => {
    fail('a', 5);
    time += 5000;
    fail('a', 1);
    expect(at('a')).to.deep.equal({ refused: 'unavailable', waitMs: 10_000 });
  });

  it('does not open when a success or a 4xx comes between', () => {
    for (const _ of [1, 2, 3]) {
      fail('a', 4);
      permit(at('a')).release('responded');
    }
    expect(at('a')).to.have.property('release');
  });

  it('pauses a destination for as long as it asked', () => {
    permit(at('a')).release('responded', 60_000);
    expect(at('a')).to.deep.equal({ refused: 'unavailable', waitMs: 60_000 });
    expect(at('b')).to.have.property('release');
    time += 60_000;
    expect(at('a')).to.have.property('release');
  });
});
