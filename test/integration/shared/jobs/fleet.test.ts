import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { closeConnection, connectionReady, producerConnection } from '../../../../shared/jobs/connections.ts';
import {
  announce,
  readFleet,
  readWorkers,
  setDraining,
  startAnnouncing,
  summarizeFleet,
  withdraw,
} from '../../../../shared/jobs/fleet.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { freshPrefix, patientMs, redisUrl } from '../../../support/backends.ts';

const log = silentLogger();

describe('the fleet', () => {
  let connection: Redis;
  let location: { prefix: string };

  beforeEach(async () => {
    location = { prefix: freshPrefix() };
    connection = producerConnection({ url: await redisUrl(), name: 'test:fleet', log, commandMs: patientMs });
    await connectionReady(connection, 10_000);
  });
  afterEach(() => closeConnection(connection));

  it('is empty before a worker announced itself', async () => {
    expect(await readFleet(connection, location)).to.deep.equal({ workers: 0, slots: 0 });
  });

  it('knows the workers of each queue, those of before there were several among the shared ones', async () => {
    await announce(connection, location, 'general', { concurrency: 4, runMs: 1000 });
    await announce(connection, location, 'gpu', { concurrency: 1, runMs: 5000, queues: ['render-cog'] });
    await announce(connection, location, 'both', { concurrency: 2, queues: ['render-cog', 'render'] });
    const until = Date.now() + 60_000;
    await connection.hset(`${location.prefix}:workers`, 'old', `${until} 3 -`);
    const workers = await readWorkers(connection, location);
    expect(summarizeFleet(workers, 'render')).to.deep.equal({ workers: 3, slots: 9, runMs: 1000 });
    expect(summarizeFleet(workers, 'render-cog')).to.deep.equal({ workers: 2, slots: 3, runMs: 5000 });
    expect(summarizeFleet(workers, 'render-fal')).to.deep.equal({ workers: 0, slots: 0 });
    expect(summarizeFleet(workers)).to.include({ workers: 4, slots: 12 });
  });

  it('leaves out a worker that is drained, until it takes renders again', async () => {
    await announce(connection, location, 'a', { concurrency: 1 });
    expect(await announce(connection, location, 'b', { concurrency: 2 })).to.equal(false);
    await setDraining(connection, location, 'b', true);
    expect(await announce(connection, location, 'b', { concurrency: 2 })).to.equal(true);
    const workers = await readWorkers(connection, location);
    expect(workers.find(({ id }) => id === 'b')).to.include({ draining: true });
    expect(summarizeFleet(workers)).to.deep.equal({ workers: 1, slots: 1 });
    await setDraining(connection, location, 'b', false);
    expect(await announce(connection, location, 'b', { concurrency: 2 })).to.equal(false);
    await setDraining(connection, location, 'b', true);
    await withdraw(connection, location, 'b');
    expect(await announce(connection, location, 'b', { concurrency: 2 })).to.equal(false);
  });

  it('returns what each worker announced', async () => {
    const report = {
      concurrency: 2,
      queues: ['render'],
      version: '1.2.3',
      active: 1,
      providers: ['fal', 'local'],
    };
    await announce(connection, location, 'host-7-abc', report);
    await announce(connection, location, 'host-8-abc', { concurrency: 1 });
    expect(await readWorkers(connection, location)).to.have.deep.members([
      { id: 'host-7-abc', ...report },
      { id: 'host-8-abc', concurrency: 1, queues: ['render'] },
    ]);
  });

  it('adds up slots and weighs run times by them', async () => {
    await announce(connection, location, 'a', { concurrency: 1, runMs: 1000 });
    await announce(connection, location, 'b', { concurrency: 3, runMs: 2000.4 });
    await announce(connection, location, 'new', { concurrency: 4 });
    expect(await readFleet(connection, location)).to.deep.equal({ workers: 3, slots: 8, runMs: 1750 });
  });

  it('knows no run time before the first render', async () => {
    await announce(connection, location, 'new', { concurrency: 4 });
    expect(await readFleet(connection, location)).to.deep.equal({ workers: 1, slots: 4 });
  });

  it('leaves out a worker that stopped announcing itself, and deletes it with the next announcement', async () => {
    await announce(connection, location, 'silent', { concurrency: 1 }, 20);
    await announce(connection, location, 'live', { concurrency: 2 }, 10_000);
    await delay(40);
    expect(await readFleet(connection, location)).to.deep.equal({ workers: 1, slots: 2 });
    await announce(connection, location, 'live', { concurrency: 2 }, 10_000);
    expect(await connection.hkeys(`${location.prefix}:workers`)).to.deep.equal(['live']);
  });

  it('keeps a long-lived entry although a short-lived one was announced after it', async () => {
    await announce(connection, location, 'long', { concurrency: 1 }, 10_000);
    await announce(connection, location, 'short', { concurrency: 1 }, 20);
    await delay(40);
    expect(await readFleet(connection, location)).to.include({ workers: 1 });
  });

  it('counts a worker while it announces itself and no longer when it has closed', async () => {
    const announcing = startAnnouncing({
      connection,
      location,
      workerId: 'a',
      report: () => ({ concurrency: 2, runMs: 10 }),
      log,
    });
    while ((await readFleet(connection, location)).workers === 0) await delay(5);
    await announcing.close();
    expect(await readFleet(connection, location)).to.deep.equal({ workers: 0, slots: 0 });
    await withdraw(connection, location, 'a');
  });
});
