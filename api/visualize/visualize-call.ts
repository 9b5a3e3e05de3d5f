import type { Response } from 'express';
import type { Config } from '../../shared/config/variables.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import { keyOf } from '../http/authenticate.ts';
import { signalOfCaller } from '../http/caller-gone.ts';
import { contextOf } from '../http/request-context.ts';
import { type Preference, preferenceOf } from './preference.ts';

/** One authenticated call of `POST /visualize`. */
export interface VisualizeCall {
  key: ApiKeyDoc;
  requestId: string;
  /** Epoch ms. */
  receivedAt: number;
  preference: Preference;
  /** Sent neither `Prefer` nor `Idempotency-Key`: it has no use for a render that it cannot wait for. */
  plain: boolean;
  /** Epoch ms until which the connection waits for the render. */
  waitUntil: number;
  /** Aborts when the connection closes before the response is complete. */
  signal: AbortSignal;
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
  };
}
