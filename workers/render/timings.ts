import type { RenderDoc, RenderTimings } from '../../shared/renders/render-model.ts';

/**
 * Adds the times of this claim to those of the claims that handed the render over. A wait is never negative, although
 * the clock may have been corrected between the two times.
 */
export function timingsUntil(
  { timings, startedAt, queuedAt, createdAt }: RenderDoc,
  providedAt: number,
): Required<Pick<RenderTimings, 'queue' | 'provider'>> {
  const claimedAt = startedAt!.getTime();
  const waitedMs = Math.max(0, claimedAt - (queuedAt ?? createdAt).getTime());
  return {
    queue: (timings.queue ?? 0) + waitedMs,
    provider: (timings.provider ?? 0) + Math.max(0, providedAt - claimedAt),
  };
}
