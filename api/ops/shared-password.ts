import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../../shared/config/variables.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Signer } from '../../shared/secrets/signer.ts';
import { clientAddress } from '../http/client-address.ts';
import type { People } from '../identity/people.ts';
import type { Person } from '../identity/person.ts';

/** In one window: of one address, and of all together, since a network has more addresses than one. */
const maxFailures = { address: 10, all: 100 } as const;
const failureWindowSeconds = 300;

/** Who sent the shared password. */
export const sharedPasswordUser = 'shared-password';

interface SharedPasswordOptions {
  config: Pick<Config, 'OPS_USER' | 'OPS_PASSWORD'>;
  people: People;
  /** Of the tokens of forms. */
  signer: Signer;
}

/**
 * Returns what finds the operator of a request: someone who is signed in, or, where `OPS_PASSWORD` is set, whoever sends
 * it. That is HTTP Basic, because a browser sends it with the requests for Bull Board's files too. Too many failures block
 * an address for five minutes, with the right password too: otherwise the response would still reveal which password is
 * right.
 */
export function withSharedPassword({ config, people, signer }: SharedPasswordOptions): People {
  if (config.OPS_PASSWORD === '') return people;
  const expected = digest(`${config.OPS_USER}:${config.OPS_PASSWORD}`);
  const failures = createFailureCounts();
  const operator = toOperator(config.OPS_USER, signer);
  return async (req, res) => {
    const given = basicCredentials(req);
    // A browser's first request has no credentials; only wrong credentials count as a failure.
    if (given === undefined) return (await people(req, res)) ?? refuse();
    const attempt = failures.from(clientAddress(req.ip));
    await attempt.assertAllowed();
    // Counted before the comparison: of requests that arrive together, none is compared beyond the limit.
    await attempt.count();
    if (!timingSafeEqual(digest(given), expected)) return refuse();
    await attempt.succeed();
    return operator;
  };
}

const toOperator = (name: string, signer: Signer): Person => ({
  user: { id: sharedPasswordUser, name, email: `${name} (shared password)`, twoFactorEnabled: false },
  session: { id: sharedPasswordUser, token: '', startedAt: new Date(0) },
  roles: ['operator'],
  accounts: [],
  formToken: signer.sign(sharedPasswordUser),
});

function refuse(): never {
  throw new ApiError('UNAUTHORIZED', 'Log in with OPS_USER and OPS_PASSWORD, or sign in as an operator.', {
    headers: { 'WWW-Authenticate': 'Basic realm="operations", charset="UTF-8"' },
  });
}
interface Attempt {
  /** @throws ApiError RATE_LIMITED */
  assertAllowed(): Promise<void>;
  /** Counts a failure. @throws ApiError RATE_LIMITED for one too many */
  count(): Promise<void>;
  /** Takes the failure back that was counted for a right password. */
  succeed(): Promise<void>;
}

function createFailureCounts(): { from(address: string): Attempt } {
  const counter = new RateLimiterMemory({
    points: Number.MAX_SAFE_INTEGER,
    duration: failureWindowSeconds,
  });
  /** Addresses that have sent the right password: guesses from elsewhere do not keep an operator out. */
  const known = new Set<string>();
  return {
    from: (address) => {
      const own = { key: address, max: maxFailures.address };
      const counted = known.has(address) ? [own] : [own, { key: 'all', max: maxFailures.all }];
      return {
        assertAllowed: async () => {
          for (const { key, max } of counted) {
            const failures = await counter.get(key);
            if (failures && failures.consumedPoints >= max) throw tooManyFailures(failures);
          }
        },
        count: async () => {
          for (const { key, max } of counted) {
            const failures = await counter.penalty(key);
            if (failures.consumedPoints > max) throw tooManyFailures(failures);
          }
        },
        succeed: async () => {
          for (const { key } of counted) await counter.reward(key);
          known.add(address);
        },
      };
    },
  };
}

/** `user:password` of an `Authorization: Basic` header. */
function basicCredentials(req: Request): string | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(req.get('authorization') ?? '')?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8');
}

/** Digests have equal lengths, which the comparison in constant time needs. */
const digest = (text: string) => createHash('sha256').update(text).digest();

function tooManyFailures({ msBeforeNext }: RateLimiterRes): ApiError {
  return new ApiError('RATE_LIMITED', 'Too many failed logins; try again later.', {
    retryAfter: msBeforeNext / 1000,
  });
}
