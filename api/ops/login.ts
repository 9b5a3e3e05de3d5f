import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../../shared/errors.ts';
import { clientAddress } from '../http/client-address.ts';

export interface OpsCredentials {
  user: string;
  password: string;
}

/** In one window: of one address, and of all together, since a network has more addresses than one. */
const maxFailures = { address: 10, all: 100 } as const;
const failureWindowSeconds = 300;

/**
 * HTTP Basic, because a browser also sends it with the requests for Bull Board's static files. Too many failures
 * block an address for five minutes, with the right password too: otherwise the response would still reveal which
 * password is right.
 */
export function opsLogin(credentials: OpsCredentials): RequestHandler {
  const expected = digest(`${credentials.user}:${credentials.password}`);
  const failures = createFailureCounts();
  return async (req, res, next) => {
    const attempt = failures.from(clientAddress(req.ip));
    await attempt.assertAllowed();
    const given = basicCredentials(req.headers.authorization);
    // A browser's first request has no credentials; only wrong credentials count as a failure.
    if (given !== undefined) {
      // Counted before the comparison: of requests that arrive together, none is compared beyond the limit.
      await attempt.count();
      if (timingSafeEqual(digest(given), expected)) {
        await attempt.succeed();
        return next();
      }
    }
    const refusal = new ApiError('UNAUTHORIZED', 'Log in with OPS_USER and OPS_PASSWORD.');
    res.set('WWW-Authenticate', 'Basic realm="operations", charset="UTF-8"');
    res.status(refusal.status).json(refusal.toBody());
  };
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
function basicCredentials(header: string | undefined): string | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8');
}

/** Digests have equal lengths, which the comparison in constant time needs. */
const digest = (text: string) => createHash('sha256').update(text).digest();

function tooManyFailures({ msBeforeNext }: RateLimiterRes): ApiError {
  return new ApiError('RATE_LIMITED', 'Too many failed logins; try again later.', {
    retryAfter: msBeforeNext / 1000,
  });
}
