import { outputSize } from '../../shared/images/output.ts';
import type { KeyMode } from '../../shared/keys/key-format.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import type { RenderDoc, RenderWebhook } from '../../shared/renders/render-model.ts';
import type { IncomingRender } from '../visualize/read-request.ts';
import { idempotencyLimits, scopedKey } from './idempotency.ts';

/** Who starts a render, and since when it is being worked on. */
export interface RenderOrigin {
  key: Pick<ApiKeyDoc, '_id' | 'account' | 'mode'>;
  requestId: string;
  /** Epoch ms. */
  receivedAt: number;
  /** Of a plain call: the API process at which its caller waits. */
  api?: string;
}

/** What a render document is made of, besides its origin. */
export interface DraftParts extends Pick<RenderDoc, '_id' | 'scene' | 'products' | 'tryOn'> {
  incoming: Pick<IncomingRender, 'idempotencyKey' | 'keyMs' | 'fingerprint'>;
  deadlineAt: number;
  webhook: RenderWebhook | undefined;
}

/** The render document in its first state, before it is inserted. */
export function makeDraft(origin: RenderOrigin, parts: DraftParts): RenderDoc {
  const { key, requestId, receivedAt, api } = origin;
  const { _id, scene, products, incoming, deadlineAt, webhook, tryOn } = parts;
  const now = Date.now();
  return {
    _id,
    account: key.account,
    keyId: key._id,
    mode: key.mode,
    state: 'new',
    scene,
    products,
    output: outputSize(scene),
    requestId,
    ...(api ? { caller: { api, fingerprint: incoming.fingerprint } } : {}),
    ...idempotencyOf(key.mode, incoming, now),
    ...(webhook ? { webhook } : {}),
    ...(tryOn ? { tryOn } : {}),
    fence: 0,
    enqueueCount: 1,
    timings: { intake: now - receivedAt },
    deadlineAt: new Date(deadlineAt),
    createdAt: new Date(now),
  };
}

function idempotencyOf(
  mode: KeyMode,
  { idempotencyKey, keyMs, fingerprint }: DraftParts['incoming'],
  now: number,
): Pick<RenderDoc, 'idempotency'> {
  if (idempotencyKey === undefined) return {};
  const until = new Date(now + (keyMs ?? idempotencyLimits.keepMs));
  return { idempotency: { key: scopedKey(mode, idempotencyKey), fingerprint, until } };
}
