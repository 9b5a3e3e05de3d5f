import { expect } from 'chai';
import { Redis } from 'ioredis';
import { type AttemptLimits, createAttemptLimits } from '../../../../api/identity/attempt-limits.ts';
import { ApiError } from '../../../../shared/errors.ts';
import { freshPrefix, redisUrl } from '../../../support/backends.ts';

const guesses = 10_000;

describe('the limits of attempts', () => {
  let connection: Redis;
  let limits: AttemptLimits;
  beforeEach(async () => {
    connection = new Redis(await redisUrl());
    limits = createAttemptLimits({ connection, prefix: freshPrefix() });
  });
  afterEach(() => connection.quit());

  /** Sends all guesses at once; returns how many were let through to a password. */
  async function guess(toEmail: (index: number) => string, toAddress: (index: number) => string) {
    const attempts = Array.from({ length: guesses }, async (_, index) => {
      try {
        await limits.takeGuess(toEmail(index), toAddress(index));
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'RATE_LIMITED') return false;
        throw error;
      }
    });
    return (await Promise.all(attempts)).filter(Boolean).length;
  }

  it('let 10 of 10,000 wrong passwords for one user through, from however many addresses', async () => {
    const address = (index: number) => `2001:db8:${index.toString(16)}::/64`;
    expect(await guess(() => 'ada@example.com', address)).to.equal(10);
  });

  it('let 30 of 10,000 wrong passwords from one address through, for however many users', async () => {
    expect(
      await guess(
        (index) => `user${index}@example.com`,
        () => '192.0.2.1',
      ),
    ).to.equal(30);
  });

  it('keep the address in from which the user has signed in', async () => {
    await limits.succeed('ada@example.com', '198.51.100.1');
    await guess(
      () => 'ada@example.com',
      (index) => `203.0.113.${index % 200}`,
    );
    await limits.takeGuess('ada@example.com', '198.51.100.1');
  });
});
