import { expect } from 'chai';
import { runChaos } from '../../scripts/chaos/run.ts';
import { planFaults } from '../../scripts/chaos/schedule.ts';

describe('a short campaign', function () {
  this.timeout(1_500_000);

  it('plans the same faults for the same seed, and others for another', () => {
    const options = { kills: 200, paceMs: 500, killMongo: true };
    const plan = planFaults({ ...options, seed: 3 });
    expect(planFaults({ ...options, seed: 3 })).to.deep.equal(plan);
    expect(planFaults({ ...options, seed: 4 })).to.not.deep.equal(plan);
    expect(plan.filter((fault) => fault.kind.startsWith('kill-'))).to.have.length(200);
  });

  it('of sixty kills loses nothing, charges nothing twice and tells no client anything wrong', async () => {
    const result = await runChaos({ seed: 20, kills: 60, paceMs: 400 });
    expect(result.clients.findings, result.dataDir).to.deep.equal([]);
    expect(result.invariants.problems, result.dataDir).to.deep.equal([]);
    expect(result.deaths.crashed, result.dataDir).to.equal(0);
    expect(result.kills.total).to.be.at.least(60);
    expect(result.faults['step-down-mongo']).to.be.above(0);
    expect(result.clients.successes).to.be.above(0);
  });
});
