import type { Request, RequestHandler } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { sha256Hex } from '../../shared/ids.ts';
import { presentedKey } from './authenticate.ts';
import { clientAddress } from './client-address.ts';
import { takeInProcess } from './process-limit.ts';
import { retryIn } from './retry-in.ts';

export interface ReadLimits {
  /** Requests a minute with one API key. */
  perKey: number;
  /** Requests a minute with any API key from one address. */
  perAddress: number;
}

const windowSeconds = 60;

/** As the router reads it: with a slash behind it and in any case. */
const mcpPath = /^\/mcp\/?$/i;

/** Most messages of an MCP client read; what renders has limits of its own. */
const isRead = ({ method, path }: Request) => method === 'GET' || method === 'HEAD' || mcpPath.test(path);

/**
 * Limits what reads with an API key, before the key is looked up. It counts in this process, so that results can be
 * fetched while Redis is down.
 * @throws ApiError RATE_LIMITED
 */
export function limitReads({ perKey, perAddress }: ReadLimits): RequestHandler {
  const keys = new RateLimiterMemory({ points: perKey, duration: windowSeconds });
  const addresses = new RateLimiterMemory({ points: perAddress, duration: windowSeconds });
  return async (req, _res, next) => {
    const key = presentedKey(req);
    if (key !== undefined && isRead(req)) {
      await take(addresses, clientAddress(req.ip), 'for this address');
      await take(keys, sha256Hex(key), 'for this key');
    }
    next();
  };
}

async function take(limiter: RateLimiterMemory, subject: string, scope: string): Promise<void> {
  await takeInProcess(limiter, subject, {
    limit: 'reads',
    refusal: (retryAfter) =>
      `Rate limit of ${limiter.points} reads per minute exceeded ${scope}. ${retryIn(retryAfter)} Use server-sent events or webhooks instead of polling.`,
  });
}
