import type { Response } from 'express';
import { sha256Hex } from '../../../shared/ids.ts';
import { buildSample, readSampleImage } from '../../docs/sample-request.ts';
import type { SpilledString } from '../../http/body-scanner/spool.ts';
import { getContext } from '../../http/request-context.ts';
import type { RenderCore } from '../../renders/render-core.ts';
import { startUnattended } from '../../renders/start-unattended.ts';
import { parseOrder } from '../../visualize/read-request.ts';

interface Sample {
  res: Response;
  account: string;
  /** Of this opening of the page: a form that is sent twice starts one render. */
  attempt: string;
}

/**
 * Starts the sample of the documentation as a test render, which costs nothing; it continues when the page is closed.
 * @throws ApiError of a render that cannot start
 */
export async function startSample(
  core: RenderCore,
  deadlineMs: number,
  { res, account, attempt }: Sample,
): Promise<void> {
  const { requestId, receivedAt } = getContext(res);
  const { fingerprint, ...parsed } = parseOrder(buildSample('scene', 'product'), readImages());
  const identity = { key: `sample.${attempt}`, fingerprint };
  const caller = {
    key: { _id: `portal:${account}`, account, mode: 'test' },
    ...{ kind: 'key' as const, requestId, receivedAt, idempotencyKey: identity.key },
  } as const;
  const order = {
    ...parsed,
    idempotency: identity,
    deadlineAt: receivedAt + deadlineMs,
    webhook: 'none',
  } as const;
  await startUnattended(core, order, caller);
}

/** The images of the sample as if they had been part of a body. */
function readImages(): Map<string, SpilledString> {
  return new Map((['scene', 'product'] as const).map((placeholder) => [placeholder, spill(placeholder)]));
}

function spill(placeholder: 'scene' | 'product'): SpilledString {
  const data = readSampleImage(placeholder);
  const facts = { mediaType: 'image/jpeg', path: '', bytes: data.length, sha256: sha256Hex(data) };
  return { placeholder, data, ...facts };
}
