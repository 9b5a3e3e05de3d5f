import { expect } from 'chai';
import { ConfigError } from '../../../../shared/config/load.ts';
import { closeConnection, connectionReady, producerConnection } from '../../../../shared/jobs/connections.ts';
import { refuseUnfitRedis } from '../../../../shared/jobs/unfit-redis.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { patientMs } from '../../../support/backends.ts';
import { ownRedis } from '../../../support/redis-server.ts';

const log = silentLogger();

describe('a Redis', () => {
  /** The refusal of a Redis that is started with these options. */
  async function toRefusal(args: string[]): Promise<unknown> {
    const redis = await ownRedis({ durable: false, args });
    await redis.start();
    const connection = producerConnection({ url: redis.url, name: 'test', log, commandMs: patientMs });
    try {
      await connectionReady(connection, patientMs);
      return await refuseUnfitRedis(connection).catch((error: unknown) => error);
    } finally {
      await closeConnection(connection);
      await redis.remove();
    }
  }

  for (const [title, args, text] of [
    [
      'that evicts keys',
      ['--maxmemory-policy', 'allkeys-lru'],
      /^REDIS_URL: maxmemory-policy is allkeys-lru, .*noeviction/,
    ],
    [
      'of a Redis Cluster',
      ['--cluster-enabled', 'yes'],
      /^REDIS_URL: it is a node of a Redis Cluster.*REDIS_SENTINELS/,
    ],
  ] as const)
    it(`${title} is refused with one line that says what to do`, async () => {
      const error = await toRefusal([...args]);
      expect(error).to.be.instanceOf(ConfigError);
      expect((error as Error).message).to.match(text);
    });

  it('that stands alone and evicts nothing is taken', async () => {
    expect(await toRefusal([])).to.equal(undefined);
  });
});
