import { expect } from 'chai';
import { Registry } from 'prom-client';
import type { Config } from '../../../shared/config/variables.ts';
import type { WorkerBackends } from '../../../workers/backends.ts';
import { furtherDuties, repairs, sweepCounter } from '../../../workers/duties.ts';
import type { SweepDependencies } from '../../../workers/sweeper/sweep-dependencies.ts';
import { renderDuties } from '../../../workers/sweeper/sweeper.ts';

describe("the counter of the sweeper's work", () => {
  it('separates repairs from routine work', async () => {
    const registry = new Registry();
    const count = sweepCounter(registry);
    count('recover-leases', 2);
    count('purge-images', 5);
    const text = await registry.metrics();
    expect(text).to.include('{duty="recover-leases",kind="repair"} 2');
    expect(text).to.include('{duty="purge-images",kind="routine"} 5');
  });

  it('knows only duties that exist', () => {
    const further = furtherDuties({} as Config, { database: {} } as WorkerBackends);
    const existing = Object.keys({ ...renderDuties({} as SweepDependencies), ...further });
    expect([...repairs].filter((duty) => !existing.includes(duty))).to.deep.equal([]);
  });
});
