import { elapsedMs } from '../../shared/jobs/fleet-clock.ts';
import type { RenderDoc, RenderTimings } from '../../shared/renders/render-model.ts';

/** Adds the times of this claim to those of the claims that handed the render over. */
export function timingsUntil(
  { timings, startedAt, queuedAt, createdAt }: RenderDoc,
  providedAt: number,
): Required<Pick<RenderTimings, 'queue' | 'provider'>> {
  const claimedAt = startedAt!.getTime();
  const waitedMs = elapsedMs((queuedAt ?? createdAt).getTime(), claimedAt);
  return {
    queue: (timings.queue ?? 0) + waitedMs,
    provider: (timings.provider ?? 0) + elapsedMs(claimedAt, providedAt),
  };
}
