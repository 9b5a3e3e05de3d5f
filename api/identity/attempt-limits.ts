import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../../shared/errors.ts';
import { sha256Hex } from '../../shared/ids.ts';
import { backendUnavailable } from '../../shared/jobs/backend-unavailable.ts';
import { daySeconds } from '../../shared/time.ts';

/** How often something may be tried, counted in Redis for all processes together. */
const limits = {
  /** Wrong passwords and codes from one network address. */
  addressGuesses: { points: 30, seconds: 900 },
  /** Wrong passwords and codes for one user, from all addresses that are not known. */
  userGuesses: { points: 10, seconds: 900 },
  /** Mails that one network address causes. */
  addressMails: { points: 20, seconds: 3600 },
  /** Mails to one address. */
  recipientMails: { points: 5, seconds: 3600 },
} as const;

type LimitName = keyof typeof limits;

const knownSeconds = 30 * daySeconds;

export interface AttemptLimits {
  /** Counts a guess before it is compared, so that of guesses that arrive together none goes beyond the limit. @throws ApiError RATE_LIMITED */
  takeGuess(email: string, address: string): Promise<void>;
  /** Takes the guess back that was right. From then on guesses from elsewhere do not keep this address out. */
  succeed(email: string, address: string): Promise<void>;
  /** Counts a mail. @throws ApiError RATE_LIMITED */
  takeMail(email: string, address: string): Promise<void>;
}

export function createAttemptLimits({
  connection,
  prefix,
}: {
  connection: Redis;
  prefix: string;
}): AttemptLimits {
  const counters = new Map(
    Object.entries(limits).map(([name, { points, seconds }]) => {
      const keyPrefix = `${prefix}:attempts:${name}`;
      return [name, new RateLimiterRedis({ storeClient: connection, keyPrefix, points, duration: seconds })];
    }),
  );
  const take = (name: LimitName, subject: string) => consume(counters.get(name)!, subject);
  const knownKey = (email: string, address: string) =>
    `${prefix}:known-address:${sha256Hex(`${email} ${address}`)}`;
  const userSubject = async (email: string, address: string) => {
    const isKnown = await connection.exists(knownKey(email, address)).catch(unavailable);
    return sha256Hex(isKnown ? `${email} ${address}` : email);
  };
  return {
    takeGuess: async (email, address) => {
      await take('addressGuesses', address);
      await take('userGuesses', await userSubject(email, address));
    },
    succeed: async (email, address) => {
      await counters.get('addressGuesses')!.reward(address).catch(unavailable);
      await counters
        .get('userGuesses')!
        .reward(await userSubject(email, address))
        .catch(unavailable);
      await connection.set(knownKey(email, address), '1', 'EX', knownSeconds).catch(unavailable);
    },
    takeMail: async (email, address) => {
      await take('addressMails', address);
      await take('recipientMails', sha256Hex(email));
    },
  };
}

async function consume(counter: RateLimiterRedis, subject: string): Promise<void> {
  try {
    await counter.consume(subject);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw backendUnavailable(error);
    const minutes = Math.ceil(error.msBeforeNext / 60_000);
    throw new ApiError(
      'RATE_LIMITED',
      `There were too many attempts; try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      { retryAfter: error.msBeforeNext / 1000 },
    );
  }
}

function unavailable(cause: unknown): never {
  throw backendUnavailable(cause);
}
