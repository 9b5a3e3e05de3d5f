import { ApiError } from '../../shared/errors.ts';
import type { KeyMode } from '../../shared/keys/key-format.ts';
import type { RenderDoc, RenderModel } from '../../shared/renders/render-model.ts';
import type { OrderIdentity } from './render-order.ts';

/** Lifetime of an Idempotency-Key: 24 hours, as docs/api.md promises. */
export const keyKeptMs = 24 * 3_600_000;

/** Test and live keys of one account have separate Idempotency-Keys: their renders differ in charge and provider. */
export function scopedKey(mode: KeyMode, idempotencyKey: string): string {
  return `${mode}:${idempotencyKey}`;
}

/** Returns true if an earlier call with this Idempotency-Key has started a render, whatever its body was. */
export async function isRetry(
  renders: RenderModel,
  { account, mode }: Owner,
  idempotencyKey: string | undefined,
): Promise<boolean> {
  if (!idempotencyKey) return false;
  const keys = [scopedKey(mode, idempotencyKey), idempotencyKey];
  const until = { $gt: new Date() };
  const found = await renders.exists({
    account,
    mode,
    'idempotency.key': { $in: keys },
    'idempotency.until': until,
  });
  return found !== null;
}

type Owner = Pick<RenderDoc, 'account' | 'mode'>;

/**
 * Finds the render that this account already has in this mode under the request's Idempotency-Key, or null; a key past
 * its 24 hours is freed.
 * @throws ApiError IDEMPOTENCY_MISMATCH when the key was used for another body.
 */
export async function findByIdempotencyKey(
  renders: RenderModel,
  owner: Owner,
  { key, fingerprint }: Pick<OrderIdentity, 'key' | 'fingerprint'>,
): Promise<RenderDoc | null> {
  if (key === undefined) return null;
  const found = await findSameKey(renders, owner, {
    key: scopedKey(owner.mode, key),
    fingerprint,
  });
  // Documents of the previous release have the key without its mode; read for one release.
  return found ?? findSameKey(renders, owner, { key, fingerprint });
}

/** As `findByIdempotencyKey`, with the key as documents have it. */
export async function findSameKey(
  renders: RenderModel,
  { account, mode }: Owner,
  { key, fingerprint }: { key: string; fingerprint: string },
): Promise<RenderDoc | null> {
  const render = await renders.findOne({ account, mode, 'idempotency.key': key }).lean<RenderDoc>();
  if (!render?.idempotency) return null;
  if (render.idempotency.until.getTime() <= Date.now()) {
    await renders.updateOne({ _id: render._id }, { $unset: { idempotency: 1 } });
    return null;
  }
  if (render.idempotency.fingerprint !== fingerprint) {
    throw new ApiError(
      'IDEMPOTENCY_MISMATCH',
      'This Idempotency-Key was used for another request body; use a new key.',
    );
  }
  return render;
}
