import { expect } from 'chai';
import { estimatedWait, nextRunAverage } from '../../../../shared/jobs/estimated-wait.ts';

interface Row {
  says: string;
  waiting: number;
  active: number;
  slots: number;
  runMs?: number;
  waitMs: number;
}

const table: Row[] = [
  { says: 'idle fleet', waiting: 0, active: 0, slots: 4, runMs: 1000, waitMs: 0 },
  { says: 'one slot is free', waiting: 0, active: 3, slots: 4, runMs: 1000, waitMs: 0 },
  {
    says: 'all busy, nobody ahead: the first end of four',
    waiting: 0,
    active: 4,
    slots: 4,
    runMs: 1000,
    waitMs: 250,
  },
  {
    says: 'jobs added a moment ago and not picked up yet',
    waiting: 3,
    active: 0,
    slots: 4,
    runMs: 1000,
    waitMs: 0,
  },
  { says: 'one slot, two ahead', waiting: 2, active: 1, slots: 1, runMs: 1000, waitMs: 3000 },
  { says: 'a deep queue', waiting: 1000, active: 10, slots: 10, runMs: 40_000, waitMs: 4_004_000 },
  {
    says: 'half the fleet was stopped meanwhile',
    waiting: 0,
    active: 4,
    slots: 2,
    runMs: 1000,
    waitMs: 1500,
  },
  { says: 'no worker is known', waiting: 50, active: 0, slots: 0, runMs: 1000, waitMs: 0 },
  { says: 'no render has been run yet', waiting: 50, active: 4, slots: 4, waitMs: 0 },
  { says: 'fractions are rounded up', waiting: 0, active: 3, slots: 3, runMs: 100, waitMs: 34 },
];

describe('the estimated wait', () => {
  for (const { says, waiting, active, waitMs, ...fleet } of table) {
    it(`is ${waitMs} ms: ${says}`, () => {
      expect(estimatedWait({ waiting, active }, fleet)).to.equal(waitMs);
    });
  }
});

describe('the run average of a worker', () => {
  it('is the first run at first', () => {
    expect(nextRunAverage(undefined, 800)).to.equal(800);
  });

  it('follows a change of load within about ten renders', () => {
    let average = 1000;
    for (let run = 0; run < 10; run++) average = nextRunAverage(average, 2000);
    expect(average).to.be.within(1850, 2000);
  });
});
