import { expect } from 'chai';
import { Redis } from 'ioredis';
import { readExpectedSeconds, recordDurations } from '../../../../shared/renders/expected-duration.ts';
import { freshPrefix, redisUrl } from '../../../support/backends.ts';

describe('the expected duration of a render', () => {
  let redis: Redis;
  const location = { prefix: freshPrefix() };
  before(async () => {
    redis = new Redis(await redisUrl());
  });
  after(() => redis.quit());

  it('is not known before the first render of a provider', async () => {
    expect(await readExpectedSeconds(redis, location, 'none')).to.equal(undefined);
  });

  it('is the median of the newest 50 renders of that provider, in seconds', async () => {
    for (let count = 0; count < 20; count += 1)
      await recordDurations(redis, location, [{ provider: 'a', ms: 900_000 }]);
    for (let count = 0; count < 25; count += 1)
      await recordDurations(redis, location, [{ provider: 'a', ms: 40_000 }]);
    for (let count = 0; count < 25; count += 1)
      await recordDurations(redis, location, [{ provider: 'a', ms: 48_260 }]);
    await recordDurations(redis, location, [{ provider: 'b', ms: 1_000 }]);
    expect(await readExpectedSeconds(redis, location, 'a')).to.equal(48.3);
    expect(await readExpectedSeconds(redis, location, 'b')).to.equal(1);
  });
});
