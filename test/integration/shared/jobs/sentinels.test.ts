import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { onPath } from '../../../../scripts/backends/on-path.ts';
import { freePort } from '../../../../scripts/processes/port.ts';
import { closeConnection, producerConnection, redisTarget } from '../../../../shared/jobs/connections.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { patientMs } from '../../../support/backends.ts';
import { eventually } from '../../../support/platform.ts';
import { type OwnRedis, ownRedis } from '../../../support/redis-server.ts';

const name = 'renders';

describe('a connection by way of a Redis Sentinel', () => {
  let primary: OwnRedis;
  let replica: OwnRedis;
  let sentinel: ChildProcess;
  let sentinelPort: number;
  let folder: string;
  let connection: Redis;

  before(async () => {
    primary = await ownRedis({ durable: false });
    await primary.start();
    const { port } = new URL(primary.url);
    replica = await ownRedis({ durable: false, args: ['--replicaof', '127.0.0.1', port] });
    await replica.start();
    sentinelPort = await freePort();
    folder = mkdtempSync(join(tmpdir(), 'render-platform-sentinel-'));
    const file = join(folder, 'sentinel.conf');
    writeFileSync(
      file,
      `port ${sentinelPort}\nbind 127.0.0.1\ndir ${folder}\nsentinel monitor ${name} 127.0.0.1 ${port} 1\nsentinel down-after-milliseconds ${name} 1000\n`,
    );
    sentinel = spawn(onPath(['redis-server', 'valkey-server'])!, [file, '--sentinel'], { stdio: 'ignore' });
    const config = { REDIS_SENTINELS: [`127.0.0.1:${sentinelPort}`], REDIS_SENTINEL_NAME: name };
    const target = redisTarget({ REDIS_URL: 'redis://unused/2', ...config });
    connection = producerConnection({ ...target, name: 'test', log: silentLogger(), commandMs: patientMs });
  });
  after(async () => {
    await closeConnection(connection);
    const gone = once(sentinel, 'exit');
    sentinel.kill('SIGKILL');
    await gone;
    await Promise.all([primary.remove(), replica.remove()]);
    rmSync(folder, { recursive: true });
  });

  const portOfServer = async () => /^tcp_port:(\d+)/m.exec(await connection.info('server'))?.[1];
  const writes = () =>
    connection.set('key', 'value').then(
      () => true,
      () => false,
    );

  it('uses the database of REDIS_URL at the primary, and the next primary after a failover', async () => {
    await eventually(writes);
    expect([await portOfServer(), connection.options.db]).to.deep.equal([new URL(primary.url).port, 2]);
    const control = new Redis(sentinelPort);
    const knowsReplica = async () =>
      ((await control.call('SENTINEL', 'REPLICAS', name)) as unknown[]).length === 1;
    await eventually(knowsReplica);
    await primary.kill();
    await eventually(
      async () => (await writes()) && (await portOfServer()) === new URL(replica.url).port,
      90_000,
    );
    control.disconnect();
  });
});
