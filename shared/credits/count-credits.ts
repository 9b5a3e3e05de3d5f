import type { RenderDoc } from '../renders/render-model.ts';

/** Counts the credits charged for a render: 1 for a success that was paid with a hold and not refunded, else 0. */
export function countCredits(render: Pick<RenderDoc, 'state' | 'holdId' | 'refund'>): number {
  return render.state === 'succeeded' && render.holdId !== undefined && !render.refund ? 1 : 0;
}
