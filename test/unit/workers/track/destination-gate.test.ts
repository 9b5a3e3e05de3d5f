import { expect } from 'chai';
import {
  createDestinationGate,
  type DestinationGate,
  type Entry,
  gateLimits,
  type Visit,
} from '../../../../workers/track/destination-gate.ts';

describe('the gate before destinations', () => {
  let time: number;
  let gate: DestinationGate;
  const at = (store: string, origin = `https://${store}.example`) => gate.enter({ store, origin });
  const visit = (entry: Entry): Visit => {
    if ('leave' in entry) return entry;
    throw new Error(`refused: ${entry.refused}`);
  };
  const fail = (store: string, times: number) => {
    for (let index = 0; index < times; index++) visit(at(store)).leave('away');
  };

  beforeEach(() => {
    time = 1_000_000;
    gate = createDestinationGate({ perStore: 2, perOrigin: 3 }, () => time);
  });

  it('gives a store an eighth of the slots and an origin half', () => {
    expect(gateLimits(64)).to.deep.equal({ perStore: 8, perOrigin: 32 });
    expect(gateLimits(2)).to.deep.equal({ perStore: 1, perOrigin: 1 });
  });

  it('lets a store have its cap and no more, whatever the others do', () => {
    const first = visit(at('a'));
    visit(at('a'));
    expect(at('a')).to.include({ refused: 'busy' });
    expect(at('b')).to.have.property('leave');
    first.leave('alive');
    expect(at('a')).to.have.property('leave');
  });

  it('caps an origin that many stores share', () => {
    for (const store of ['a', 'b', 'c']) visit(at(store, 'https://shared.example'));
    expect(at('d', 'https://shared.example')).to.include({ refused: 'busy' });
    expect(at('d', 'https://other.example')).to.have.property('leave');
  });

  it('tells a crowd times that are further and further away, in the pace of the destination', () => {
    for (const _ of [1, 2]) {
      const call = visit(at('a'));
      time += 1000;
      call.leave('alive');
    }
    for (const _ of [1, 2]) visit(at('a'));
    const waits = [1, 2, 3, 4].map(() => (at('a') as { waitMs: number }).waitMs);
    expect(waits).to.deep.equal([...waits].sort((x, y) => x - y));
    expect(new Set(waits).size).to.equal(4);
    time += 10_000;
    const slow = (at('a') as { waitMs: number }).waitMs;
    expect(slow).to.be.within(4_000, 30_000);
  });

  it('does not take the rest before a call for a slow call', () => {
    const calls = [visit(at('a')), visit(at('a'))];
    expect(at('a')).to.include({ refused: 'busy' });
    for (const call of calls) call.leave('alive');
    // All were sent away for longer than they had to be: the worker itself stood still.
    time += 10_000;
    for (const _ of [1, 2]) visit(at('a'));
    expect((at('a') as { waitMs: number }).waitMs).to.be.within(50, 100);
  });

  it('opens after five failures in a row, lets one through after a rest, and all after its success', () => {
    fail('a', 5);
    const refusal = at('a') as { refused: string; waitMs: number };
    expect(refusal).to.deep.equal({ refused: 'away', waitMs: 5000 });
    time += 5000;
    const probe = visit(at('a'));
    expect(at('a')).to.include({ refused: 'away' });
    probe.leave('alive');
    expect(at('a')).to.have.property('leave');
  });

  it('rests twice as long after a failed probe', () => {
    fail('a', 5);
    time += 5000;
    fail('a', 1);
    expect(at('a')).to.deep.equal({ refused: 'away', waitMs: 10_000 });
  });

  it('does not open when a success or an answer of 4xx comes between', () => {
    for (const _ of [1, 2, 3]) {
      fail('a', 4);
      visit(at('a')).leave('alive');
    }
    expect(at('a')).to.have.property('leave');
  });

  it('leaves a destination alone for as long as it asked', () => {
    visit(at('a')).leave('alive', 60_000);
    expect(at('a')).to.deep.equal({ refused: 'away', waitMs: 60_000 });
    expect(at('b')).to.have.property('leave');
    time += 60_000;
    expect(at('a')).to.have.property('leave');
  });
});
