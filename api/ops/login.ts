import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../../shared/errors.ts';

export interface OpsCredentials {
  user: string;
  password: string;
}

const maxFailures = 10;
const failureWindowSeconds = 300;

/**
 * HTTP Basic, because a browser also sends it with the requests for Bull Board's static files. Ten failures
 * from one address block it for five minutes, with the right password too: otherwise the response would
 * still reveal which password is right.
 */
export function opsLogin(credentials: OpsCredentials): RequestHandler {
  const expected = digest(`${credentials.user}:${credentials.password}`);
  const failures = new RateLimiterMemory({ points: maxFailures, duration: failureWindowSeconds });
  return async (req, res, next) => {
    const address = req.ip ?? 'unknown';
    const counted = await failures.get(address);
    if (counted && counted.consumedPoints >= maxFailures) throw tooManyFailures(counted);
    const given = basicCredentials(req.headers.authorization);
    // A browser's first request has no credentials; only wrong credentials count as a failure.
    if (given !== undefined) {
      // Counted before the comparison: of requests that arrive together, none is compared beyond the limit.
      const attempt = await failures.penalty(address);
      if (attempt.consumedPoints > maxFailures) throw tooManyFailures(attempt);
      if (timingSafeEqual(digest(given), expected)) {
        await failures.reward(address);
        return next();
      }
    }
    const refusal = new ApiError('UNAUTHORIZED', 'Log in with OPS_USER and OPS_PASSWORD.');
    res.set('WWW-Authenticate', 'Basic realm="operations", charset="UTF-8"');
    res.status(refusal.status).json(refusal.toBody());
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
