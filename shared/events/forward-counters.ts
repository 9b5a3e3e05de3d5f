import type { mongo } from 'mongoose';
import type { EventDoc, Forward } from './event-model.ts';

/** Names of the release before, which are still read for one release. */
interface FormerForward {
  told?: number;
  delivery?: number;
}

/** Returns the event with the present names of its counters. */
export function withCounters<Event extends Pick<EventDoc, 'forward'>>(event: Event): Event {
  const { told, delivery, ...forward }: Forward & FormerForward = event.forward;
  const retryAfterCount = forward.retryAfterCount ?? told ?? 0;
  return { ...event, forward: { ...forward, retryAfterCount, jobs: forward.jobs ?? delivery ?? 0 } };
}

/** Matches an event whose forwarding is as it was read; updates then set `forward` as a whole. */
export function unchangedForward(forward: Forward): mongo.Filter<EventDoc> {
  const { state, attempt, retryAfterCount, deferrals, jobs } = forward;
  return {
    'forward.state': state,
    'forward.attempt': attempt,
    'forward.deferrals': deferrals,
    $or: [
      { 'forward.retryAfterCount': retryAfterCount, 'forward.jobs': jobs },
      { 'forward.told': retryAfterCount, 'forward.delivery': jobs, 'forward.jobs': { $exists: false } },
    ],
  };
}
