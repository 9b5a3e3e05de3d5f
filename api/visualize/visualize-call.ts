import type { Response } from 'express';
import type { Config } from '../../shared/config/variables.ts';
import { getKey } from '../http/authenticate.ts';
import { signalOfCaller } from '../http/caller-gone.ts';
import { rateLimitHeaders } from '../http/rate-limit.ts';
import { getContext } from '../http/request-context.ts';
import type { RenderCaller } from '../renders/render-order.ts';
import type { WaitLimits } from '../renders/wait-for-render.ts';
import { type Preference, parsePreference } from './preference.ts';

/** One authenticated call of `POST /visualize`. */
export interface VisualizeCall {
  caller: RenderCaller;
  preference: Preference;
  limits: WaitLimits;
}

export function openCall(res: Response, config: Pick<Config, 'WAIT_SECONDS'>): VisualizeCall {
  const { requestId, traceparent, receivedAt } = getContext(res);
  const preference = parsePreference(res.req);
  const signal = signalOfCaller(res);
  const idempotencyKey = res.req.get('idempotency-key');
  const isPlain = !preference.applied && idempotencyKey === undefined;
  return {
    preference,
    caller: {
      key: getKey(res),
      kind: 'key',
      requestId,
      traceparent,
      receivedAt,
      signal,
      idempotencyKey,
      plain: isPlain ? res : undefined,
      onRate: (rate) => res.set(rateLimitHeaders(rate)),
    },
    limits: {
      until: receivedAt + Math.min(preference.waitMs, config.WAIT_SECONDS * 1000),
      signal,
      acceptsOpen: preference.applied !== undefined,
      endsWithCaller: true,
      hasBegun: () => res.headersSent,
    },
  };
}
