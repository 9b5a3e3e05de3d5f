import { newId } from '../../shared/ids.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';

const image = { blob: 'a', mime: 'image/png' as const, width: 64, height: 64, bytes: 1 };

/** A render that ended at `endedAt` (milliseconds) after two seconds, with the given fields. */
export function endedRender({
  endedAt,
  ...fields
}: Partial<Omit<RenderDoc, 'endedAt'>> & { endedAt: number }): RenderDoc {
  return {
    _id: newId('rnd'),
    account: 'acc_1',
    keyId: 'key_1',
    mode: 'live',
    state: 'succeeded',
    scene: image,
    products: [{ tags: [], images: [image], fidelity: 'generic' }],
    output: { width: 64, height: 64 },
    requestId: newId('req'),
    fence: 1,
    timings: { queue: 100, provider: 1800 },
    deadlineAt: new Date(endedAt + 60_000),
    createdAt: new Date(endedAt - 2000),
    endedAt: new Date(endedAt),
    ...fields,
  };
}
