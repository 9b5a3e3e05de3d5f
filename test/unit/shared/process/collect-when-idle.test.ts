import { expect } from 'chai';
import sinon from 'sinon';
import { collectWhenIdle } from '../../../../shared/process/collect-when-idle.ts';

const mb = 1024 * 1024;
const everyMs = 5_000;

describe('the collection of garbage in an idle process', () => {
  let clock: sinon.SinonFakeTimers;
  let gauges: { cpuMs: number; heapBytes: number };
  let isWaitedFor: boolean;
  let collections: number;
  let close: () => void;

  beforeEach(() => {
    clock = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    gauges = { cpuMs: 0, heapBytes: 50 * mb };
    isWaitedFor = false;
    collections = 0;
    const collect = () => {
      collections += 1;
      gauges.heapBytes = 60 * mb;
    };
    ({ close } = collectWhenIdle({ isWaitedFor: () => isWaitedFor, read: () => ({ ...gauges }), collect }));
  });
  afterEach(() => {
    close();
    clock.restore();
  });

  /** Lets the interval pass with that CPU time used and that heap at its end. */
  const pass = (cpuMs: number, heapMb: number) => {
    gauges = { cpuMs: gauges.cpuMs + cpuMs, heapBytes: heapMb * mb };
    clock.tick(everyMs);
    return collections;
  };

  it('happens once after a rush, when the process has nothing more to do', () => {
    expect(pass(4_000, 300)).to.equal(0);
    expect(pass(20, 300)).to.equal(1);
    expect(pass(20, 70)).to.equal(1);
  });

  it('does not happen where there is little garbage', () => {
    expect(pass(20, 75)).to.equal(0);
  });

  it('waits until no caller would be delayed', () => {
    isWaitedFor = true;
    expect(pass(20, 300)).to.equal(0);
    isWaitedFor = false;
    expect(pass(20, 300)).to.equal(1);
  });

  it('compares with the least that was needed, also after V8 has collected by itself', () => {
    pass(4_000, 300);
    expect(pass(4_000, 20)).to.equal(0);
    expect(pass(20, 55)).to.equal(1);
  });
});
