import { outputSize } from '../../shared/images/output.ts';
import type { KeyMode } from '../../shared/keys/key-format.ts';
import type { RenderDoc, RenderWebhook } from '../../shared/renders/render-model.ts';
import { idempotencyLimits, scopedKey } from './idempotency.ts';
import type { IncomingRender } from './read-request.ts';
import type { VisualizeCall } from './visualize-call.ts';

/** What a render document is made of, besides the call. */
export interface DraftParts extends Pick<RenderDoc, '_id' | 'scene' | 'products'> {
  incoming: Pick<IncomingRender, 'idempotencyKey' | 'fingerprint'>;
  deadlineAt: number;
  webhook: RenderWebhook | undefined;
}

/** The render document in its first state, before it is inserted. */
export function makeDraft(call: VisualizeCall, parts: DraftParts): RenderDoc {
  const { _id, scene, products, incoming, deadlineAt, webhook } = parts;
  const now = Date.now();
  return {
    _id,
    account: call.key.account,
    keyId: call.key._id,
    mode: call.key.mode,
    state: 'new',
    scene,
    products,
    output: outputSize(scene),
    requestId: call.requestId,
    ...(incoming.idempotencyKey === undefined
      ? {}
      : { idempotency: idempotencyOf(call.key.mode, incoming.idempotencyKey, incoming.fingerprint, now) }),
    ...(webhook ? { webhook } : {}),
    fence: 0,
    enqueueCount: 1,
    timings: { intake: now - call.receivedAt },
    deadlineAt: new Date(deadlineAt),
    createdAt: new Date(now),
  };
}

function idempotencyOf(
  mode: KeyMode,
  key: string,
  fingerprint: string,
  now: number,
): NonNullable<RenderDoc['idempotency']> {
  return { key: scopedKey(mode, key), fingerprint, until: new Date(now + idempotencyLimits.keepMs) };
}
