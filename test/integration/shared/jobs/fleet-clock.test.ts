import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { createSandbox } from 'sinon';
import { closeConnection, connectionReady, producerConnection } from '../../../../shared/jobs/connections.ts';
import {
  type FleetClock,
  registerClockMetrics,
  startFleetClock,
} from '../../../../shared/jobs/fleet-clock.ts';
import { redisNowMs } from '../../../../shared/jobs/redis-clock.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createRegistry } from '../../../../shared/metrics/registry.ts';
import { patientMs, redisUrl } from '../../../support/backends.ts';

// Of its own: restoring the common one would restore the spies of other files in this process.
const sandbox = createSandbox();

const log = silentLogger();
const skewMs = 30_000;

describe('the clock of the fleet', () => {
  let connection: Redis;
  const clocks: FleetClock[] = [];
  const start = async (aheadMs: number) => {
    const machineNow = () => Date.now() + aheadMs;
    const clock = await startFleetClock({ connection, log, toleratedMs: 2_000, machineNow });
    clocks.push(clock);
    return clock;
  };
  before(async () => {
    connection = producerConnection({ url: await redisUrl(), name: 'test', log, commandMs: patientMs });
    await connectionReady(connection, patientMs);
  });
  afterEach(() => {
    sandbox.restore();
    for (const clock of clocks.splice(0)) clock.close();
  });
  after(() => closeConnection(connection));

  it('is that of Redis, on machines that are 30 s ahead or behind', async () => {
    const [ahead, behind] = await Promise.all([start(skewMs), start(-skewMs)]);
    const before = await redisNowMs(connection);
    const read = [ahead.now(), behind.now()];
    const after = await redisNowMs(connection);
    // A busy machine takes its time between two readings, and never half of the skew.
    for (const now of read) expect(now).to.be.within(before - skewMs / 2, after + skewMs / 2);
    expect([ahead, behind].map((clock) => clock.isRight())).to.deep.equal([false, false]);
    expect(ahead.offsetMs()).to.be.within(skewMs / 2, skewMs * 1.5);
    expect(behind.offsetMs()).to.be.within(-skewMs * 1.5, -skewMs / 2);
  });

  it('does not jump when the clock of the machine is set', async () => {
    const clock = await start(0);
    const before = clock.now();
    const { now } = Date;
    sandbox.stub(Date, 'now').callsFake(() => now.call(Date) + 3_600_000);
    expect(clock.now()).to.be.within(before, before + skewMs);
  });

  it('is that of the machine while Redis has not been reached, which is not called wrong', async () => {
    sandbox.stub(connection, 'time').rejects(new Error('down'));
    const clock = await start(skewMs);
    expect(clock.now()).to.be.within(Date.now(), Date.now() + 2 * skewMs);
    expect(clock.isRight()).to.equal(true);
  });

  it('is exported as its offset in seconds', async () => {
    const registry = createRegistry('worker');
    registerClockMetrics(registry, { offsetMs: () => -1_500 });
    expect(await registry.metrics()).to.include(
      'render_platform_clock_offset_seconds{service="worker"} -1.5',
    );
  });
});
