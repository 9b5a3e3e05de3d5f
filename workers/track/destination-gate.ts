import { type BreakerPolicy, type BreakerState, closed } from '../../shared/breaker/breaker-state.ts';
import { afterOutcome, askPermit, type BreakerOutcome } from '../breaker/breaker.ts';

/** A store's endpoint; many stores may share one origin. */
export interface Destination {
  store: string;
  origin: string;
  /** Of the integration: a new one begins with a closed breaker. */
  revision: number;
}

/** `responded`: with any status but 5xx; `unavailable`: 5xx or no response; `aborted`: by us. */
export type CallOutcome = 'responded' | 'unavailable' | 'aborted';

export interface CallPermit {
  /** `pauseMs`: the destination asked for no calls during that time. */
  release(outcome: CallOutcome, pauseMs?: number): void;
}

/** `busy`: it is at its limit, try again soon. `unavailable`: its breaker is open, or it asked for a pause. */
export type GateDecision = CallPermit | { refused: 'busy' | 'unavailable'; waitMs: number };

export interface DestinationGate {
  enter(destination: Destination): GateDecision;
}

export interface GateLimits {
  /** Maximum calls in progress to one store's endpoint, and to one origin. */
  perStore: number;
  perOrigin: number;
}

/**
 * Limits one store to an eighth of all slots and one origin to half: a dead endpoint, and even a dead
 * platform that hundreds of stores share, leaves slots to the others.
 */
export function gateLimits(slots: number): GateLimits {
  return { perStore: Math.max(1, Math.floor(slots / 8)), perOrigin: Math.max(1, Math.floor(slots / 2)) };
}

const destinationBreaker: BreakerPolicy = {
  threshold: 5,
  windowMs: 60_000,
  openMs: 5_000,
  maxOpenMs: 300_000,
  probeMs: 30_000,
};

const breakerOutcome: Record<CallOutcome, BreakerOutcome> = {
  responded: 'alive',
  unavailable: 'unavailable',
  aborted: 'abandoned',
};

const wait = { minMs: 50, maxMs: 30_000, initialCallMs: 100 };

/** The calls of one store's endpoint or one origin. */
interface CallSlots {
  inProgress: number;
  /** When a call last ended, or the first one began. */
  changedAt: number;
  /** Recent average duration of a call. */
  averageMs: number;
  /** Until when its slots are reserved for refused callers. */
  reservedUntil: number;
}

/**
 * Limits the calls to each destination, in the memory of this worker: an event of a healthy destination
 * needs no call to Redis. A caller over the limit is given a time of its own, so that many callers of a
 * slow destination do not retry all at once.
 */
export function createDestinationGate(limits: GateLimits, now: () => number = Date.now): DestinationGate {
  const stores = createSlots(limits.perStore, now);
  const origins = createSlots(limits.perOrigin, now);
  const breakers = createBreakers(now);
  return {
    enter({ store, origin, revision }) {
      const unavailableMs = breakers.waitMs(store, revision);
      if (unavailableMs > 0) return { refused: 'unavailable', waitMs: unavailableMs };
      const busyMs = stores.waitMs(store) || origins.waitMs(origin);
      if (busyMs > 0) return { refused: 'busy', waitMs: busyMs };
      breakers.enter(store, revision);
      const releaseStore = stores.enter(store);
      const releaseOrigin = origins.enter(origin);
      return {
        release(outcome, pauseMs = 0) {
          releaseStore();
          releaseOrigin();
          breakers.record(store, revision, outcome, pauseMs);
        },
      };
    },
  };
}

function createSlots(cap: number, now: () => number) {
  const slotsByStore = new Map<string, CallSlots>();
  return {
    /** 0 while a slot is free. */
    waitMs(name: string): number {
      const slots = slotsByStore.get(name);
      if (!slots || slots.inProgress < cap) return 0;
      const callMs = Math.max(slots.averageMs, wait.initialCallMs, now() - slots.changedAt);
      slots.reservedUntil = Math.max(slots.reservedUntil, now()) + callMs / cap;
      return Math.min(Math.max(slots.reservedUntil - now(), wait.minMs), wait.maxMs);
    },
    enter(name: string): () => void {
      const startedAt = now();
      const slots = slotsByStore.get(name) ?? {
        inProgress: 0,
        changedAt: startedAt,
        averageMs: 0,
        reservedUntil: 0,
      };
      slotsByStore.set(name, slots);
      if (slots.inProgress === 0) slots.changedAt = startedAt;
      slots.inProgress += 1;
      return () => {
        slots.inProgress -= 1;
        slots.averageMs += (now() - startedAt - slots.averageMs) * 0.2;
        slots.changedAt = now();
        if (slots.inProgress === 0 && slots.reservedUntil <= now()) slotsByStore.delete(name);
      };
    },
  };
}

function createBreakers(now: () => number) {
  // A healthy destination has no entry.
  const states = new Map<string, { revision: number; state: BreakerState; pausedUntil: number }>();
  const getState = (store: string, revision: number) => {
    const known = states.get(store);
    return known?.revision === revision ? known : undefined;
  };
  return {
    waitMs(store: string, revision: number): number {
      const known = getState(store, revision);
      if (!known) return 0;
      if (known.pausedUntil > now()) return known.pausedUntil - now();
      const { permit } = askPermit(known.state, now(), destinationBreaker);
      return permit.allowed ? 0 : Math.max(1, permit.retryAfterMs);
    },
    enter(store: string, revision: number): void {
      const known = getState(store, revision);
      if (known) known.state = askPermit(known.state, now(), destinationBreaker).next;
    },
    record(store: string, revision: number, outcome: CallOutcome, pauseMs: number): void {
      // A late response of a replaced endpoint.
      if ((states.get(store)?.revision ?? 0) > revision) return;
      const known = getState(store, revision) ?? { revision, state: closed, pausedUntil: 0 };
      const counted = breakerOutcome[outcome];
      known.state = afterOutcome(known.state, counted, now(), destinationBreaker);
      if (pauseMs > 0) known.pausedUntil = now() + pauseMs;
      if (known.state === closed && known.pausedUntil <= now()) states.delete(store);
      else states.set(store, known);
    },
  };
}
