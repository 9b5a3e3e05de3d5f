import type { WebhookOutbox } from '../../shared/deliveries/webhook-outbox.ts';
import { outputSize } from '../../shared/images/output.ts';
import { elapsedMs } from '../../shared/jobs/fleet-clock.ts';
import type { KeyMode } from '../../shared/keys/key-format.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { keyKeptMs, scopedKey } from './idempotency.ts';
import type { OrderIdentity, RenderCaller, RenderOrder } from './render-order.ts';

/** Fields of a render document that its caller did not order. */
export interface DraftParts extends Pick<RenderDoc, '_id' | 'scene' | 'products'> {
  webhook: WebhookOutbox | undefined;
  /** Of a plain call: the API process at which its caller waits. */
  api: string | undefined;
}

type OrderFacts = Pick<RenderOrder, 'idempotency' | 'deadlineAt' | 'tryOn' | 'simulation'>;

/** Makes the render document in its first state, before it is inserted. */
export function makeDraft(
  { key, requestId, traceparent, receivedAt }: Omit<RenderCaller, 'kind' | 'signal'>,
  { idempotency, deadlineAt, tryOn, simulation }: OrderFacts,
  { _id, scene, products, webhook, api }: DraftParts,
  now: number,
): RenderDoc {
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
    ...(traceparent ? { traceparent } : {}),
    ...(api ? { caller: { api, fingerprint: idempotency.fingerprint } } : {}),
    ...toKeptKey(key.mode, idempotency, now),
    ...(webhook ? { webhook } : {}),
    ...(tryOn ? { tryOn } : {}),
    ...(simulation ? { simulation } : {}),
    fence: 0,
    enqueueCount: 1,
    timings: { intake: elapsedMs(receivedAt, now) },
    deadlineAt: new Date(deadlineAt),
    createdAt: new Date(now),
  };
}

function toKeptKey(
  mode: KeyMode,
  { key, keepMs = keyKeptMs, fingerprint }: OrderIdentity,
  now: number,
): Pick<RenderDoc, 'idempotency'> {
  if (key === undefined) return {};
  return { idempotency: { key: scopedKey(mode, key), fingerprint, until: new Date(now + keepMs) } };
}
