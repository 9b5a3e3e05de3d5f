import type { Response } from 'express';
import type { Config } from '../../shared/config/variables.ts';
import { keyOf } from '../http/authenticate.ts';
import { signalOfCaller } from '../http/caller-gone.ts';
import { contextOf } from '../http/request-context.ts';
import type { RenderCall } from '../renders/submit-render.ts';
import { webhookHeader } from '../renders/webhook-request.ts';
import { type Preference, preferenceOf } from './preference.ts';

/** One authenticated call of `POST /visualize`. */
export interface VisualizeCall extends RenderCall {
  preference: Preference;
  plain: boolean;
  /** Epoch ms until which the connection waits for the render. */
  waitUntil: number;
}

export function openCall(res: Response, config: Pick<Config, 'WAIT_SECONDS'>): VisualizeCall {
  const { requestId, receivedAt } = contextOf(res);
  const preference = preferenceOf(res.req);
  const waitUntil = receivedAt + Math.min(preference.waitMs, config.WAIT_SECONDS * 1000);
  return {
    key: keyOf(res),
    requestId,
    receivedAt,
    preference,
    plain: !preference.applied && res.req.get('idempotency-key') === undefined,
    waitUntil,
    signal: signalOfCaller(res),
    webhookUrl: res.req.get(webhookHeader),
  };
}
