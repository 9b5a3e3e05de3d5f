import { afterOutcome, askPermit } from '../../shared/breaker/breaker.ts';
import { type BreakerPolicy, type BreakerState, closed } from '../../shared/breaker/breaker-state.ts';

/** A store's endpoint; many stores may share one origin. */
export interface Destination {
  store: string;
  origin: string;
}

/** `alive`: it answered, whatever; `away`: it did not, or with 5xx; `abandoned`: we broke off. */
export type VisitOutcome = 'alive' | 'away' | 'abandoned';

export interface Visit {
  /** `restMs`: the destination asked to be left alone that long. */
  leave(outcome: VisitOutcome, restMs?: number): void;
}

/** `busy`: come again soon, it is at its cap. `away`: its breaker is open, or it asked for a rest. */
export type Entry = Visit | { refused: 'busy' | 'away'; waitMs: number };

export interface DestinationGate {
  enter(destination: Destination): Entry;
}

export interface GateLimits {
  /** Calls under way at once to one store's endpoint, and to one origin. */
  perStore: number;
  perOrigin: number;
}

/**
 * With S slots, one store holds at most an eighth of them and one origin half: a dead endpoint, and even
 * a dead platform that hundreds of stores share, leaves the rest their slots.
 */
export function gateLimits(slots: number): GateLimits {
  return { perStore: Math.max(1, Math.floor(slots / 8)), perOrigin: Math.max(1, Math.floor(slots / 2)) };
}

export const destinationBreaker: BreakerPolicy = {
  threshold: 5,
  windowMs: 60_000,
  openMs: 5_000,
  maxOpenMs: 300_000,
  probeMs: 30_000,
};

const wait = { leastMs: 50, mostMs: 30_000, firstGuessMs: 100 };

/** What is known of one store's endpoint or one origin. */
interface Place {
  underWay: number;
  /** When a call last ended, or the first after a rest began. */
  movedAt: number;
  /** Recent average of a call, ms. */
  averageMs: number;
  /** Until when its slots are promised to those sent away. */
  promisedUntil: number;
}

/**
 * Bounds what a destination may hold, in the memory of this worker: no call to Redis in the way of a
 * healthy event. Whoever comes over the cap gets a time that was promised to nobody else, so that a
 * crowd before a slow destination does not come back again and again.
 */
export function createDestinationGate(limits: GateLimits, now: () => number = Date.now): DestinationGate {
  const stores = createPlaces(limits.perStore, now);
  const origins = createPlaces(limits.perOrigin, now);
  const breakers = createBreakers(now);
  return {
    enter({ store, origin }) {
      const awayMs = breakers.waitMs(store);
      if (awayMs > 0) return { refused: 'away', waitMs: awayMs };
      const busyMs = stores.waitMs(store) || origins.waitMs(origin);
      if (busyMs > 0) return { refused: 'busy', waitMs: busyMs };
      breakers.enter(store);
      const leaveStore = stores.enter(store);
      const leaveOrigin = origins.enter(origin);
      return {
        leave(outcome, restMs = 0) {
          leaveStore();
          leaveOrigin();
          breakers.leave(store, outcome, restMs);
        },
      };
    },
  };
}

function createPlaces(cap: number, now: () => number) {
  const places = new Map<string, Place>();
  return {
    /** 0 when there is room. */
    waitMs(name: string): number {
      const place = places.get(name);
      if (!place || place.underWay < cap) return 0;
      const callMs = Math.max(place.averageMs, wait.firstGuessMs, now() - place.movedAt);
      place.promisedUntil = Math.max(place.promisedUntil, now()) + callMs / cap;
      return Math.min(Math.max(place.promisedUntil - now(), wait.leastMs), wait.mostMs);
    },
    enter(name: string): () => void {
      const startedAt = now();
      const place = places.get(name) ?? { underWay: 0, movedAt: startedAt, averageMs: 0, promisedUntil: 0 };
      places.set(name, place);
      if (place.underWay === 0) place.movedAt = startedAt;
      place.underWay += 1;
      return () => {
        place.underWay -= 1;
        place.averageMs += (now() - startedAt - place.averageMs) * 0.2;
        place.movedAt = now();
        if (place.underWay === 0 && place.promisedUntil <= now()) places.delete(name);
      };
    },
  };
}

function createBreakers(now: () => number) {
  // A destination that is well has no entry.
  const states = new Map<string, { state: BreakerState; restUntil: number }>();
  return {
    waitMs(store: string): number {
      const known = states.get(store);
      if (!known) return 0;
      if (known.restUntil > now()) return known.restUntil - now();
      const { permit } = askPermit(known.state, now(), destinationBreaker);
      return permit.allowed ? 0 : Math.max(1, permit.retryAfterMs);
    },
    enter(store: string): void {
      const known = states.get(store);
      if (known) known.state = askPermit(known.state, now(), destinationBreaker).next;
    },
    leave(store: string, outcome: VisitOutcome, restMs: number): void {
      const known = states.get(store) ?? { state: closed, restUntil: 0 };
      const heard = outcome === 'away' ? 'unavailable' : outcome;
      known.state = afterOutcome(known.state, heard, now(), destinationBreaker);
      if (restMs > 0) known.restUntil = now() + restMs;
      if (known.state === closed && known.restUntil <= now()) states.delete(store);
      else states.set(store, known);
    },
  };
}
