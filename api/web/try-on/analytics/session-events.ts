import type { Identity } from '../identity/identity.ts';
import type { Analytics } from './analytics.ts';
import type { Reported } from './reported.ts';

/** Specification "Forwarded events": the shopper is still present 10 seconds after load. */
const engagedAfterMs = 10_000;

interface Options {
  track: Analytics['track'];
  identity: Pick<Identity, 'sessionId'>;
  reported: Reported;
  /** Returns true while the shopper can see the page. */
  isPresent: () => boolean;
  now: () => number;
  /** Calls `run` after the time. */
  later: (run: () => void, ms: number) => void;
}

/** Reports that the session has started; returns what reports, when its time has come, that it is engaged. */
export function beginSession({ track, identity, reported, isPresent, now, later }: Options): () => void {
  const loadedAt = now();
  const isFirst = (what: 'started' | 'engaged') => reported.isNew(what, identity.sessionId());
  if (isFirst('started')) track('Session Started');
  const check = () => {
    const isDue = now() - loadedAt >= engagedAfterMs && isPresent();
    if (isDue && isFirst('engaged')) track('Session Engaged');
  };
  later(check, engagedAfterMs);
  return check;
}
