import type { Redis } from 'ioredis';
import { Gauge, type Registry } from 'prom-client';
import type { Config } from '../config/variables.ts';
import type { Logger } from '../log.ts';
import { redisNowMs } from './redis-clock.ts';
import { throttledErrorLog } from './throttled-log.ts';

/**
 * The clock of Redis, which all processes share, for the times that one process writes and another compares: leases,
 * deadlines, arrivals. With the clocks of the machines, a lease could have ended elsewhere before it is renewed here.
 */
export interface FleetClock {
  /** Returns milliseconds since 1970; without a call to Redis, from the last measurement. */
  now(): number;
  /** Returns how far this machine's clock is ahead of that of Redis, in milliseconds; negative: behind. */
  offsetMs(): number;
  /** Returns true if this machine's clock differs by at most `toleratedMs`. */
  isRight(): boolean;
  /** Calls the listener each time that this machine's clock has become right or wrong. */
  onChange(listener: (right: boolean) => void): void;
  close(): void;
}

/** Returns the milliseconds between two times of the clock; 0 if it was set back between them by a new measurement. */
export const elapsedMs = (from: number, to: number): number => Math.max(0, to - from);

export interface FleetClockOptions {
  connection: Redis;
  log: Logger;
  /** From `toleratedSkewMs`. */
  toleratedMs: number;
  /** This machine's clock, in milliseconds since 1970. */
  machineNow?: () => number;
}

/** Returns the difference up to which a worker takes renders. */
export const toleratedSkewMs = ({ LEASE_SECONDS }: Pick<Config, 'LEASE_SECONDS'>): number =>
  (LEASE_SECONDS * 1000) / 3;

const everyMs = 5_000;

/** A response that took longer says too little: this process or Redis had other work. */
const maxUncertaintyMs = 250;

interface Measurement {
  offsetMs: number;
  /** By how much the offset may be wrong: half the time of the call. */
  uncertaintyMs: number;
  /** The time of Redis, and the reading of a clock that nothing sets, at the same moment. */
  redisMs: number;
  steadyMs: number;
}

/**
 * Measures now and every five seconds. Between two measurements it counts by a clock that never jumps, so that setting
 * this machine's clock changes no lease. Until a first measurement succeeds, it is this machine's clock.
 */
export async function startFleetClock(options: FleetClockOptions): Promise<FleetClock> {
  const { connection, log, toleratedMs, machineNow = Date.now } = options;
  const onError = throttledErrorLog(log, 'Clock of Redis');
  let measured = unmeasured(machineNow);
  let onChange: (right: boolean) => void = () => undefined;
  const isRight = () => Math.abs(measured.offsetMs) - measured.uncertaintyMs <= toleratedMs;
  const report = () => {
    const offsetSeconds = Math.round(measured.offsetMs) / 1000;
    if (isRight()) log.info({ offsetSeconds }, 'the clock of this machine agrees with that of Redis again');
    else
      log.error(
        { offsetSeconds, toleratedSeconds: toleratedMs / 1000 },
        'the clock of this machine differs from that of Redis: synchronise both; a worker takes no renders meanwhile',
      );
  };
  const remeasure = async () => {
    const next = await measure(connection, machineNow);
    if (next.uncertaintyMs > Math.max(maxUncertaintyMs, measured.uncertaintyMs)) return;
    const before = isRight();
    measured = next;
    if (isRight() === before) return;
    report();
    onChange(isRight());
  };
  const timer = setInterval(() => void remeasure().catch(onError), everyMs);
  timer.unref();
  await remeasure().catch(onError);
  return {
    now: () => Math.round(measured.redisMs + performance.now() - measured.steadyMs),
    offsetMs: () => measured.offsetMs,
    isRight,
    onChange: (listener) => {
      onChange = listener;
    },
    close: () => clearInterval(timer),
  };
}

const unmeasured = (machineNow: () => number): Measurement => ({
  offsetMs: 0,
  uncertaintyMs: Number.POSITIVE_INFINITY,
  redisMs: machineNow(),
  steadyMs: performance.now(),
});

/** Takes the middle of the call for the moment at which Redis read its clock. */
async function measure(connection: Redis, machineNow: () => number): Promise<Measurement> {
  const [steadyBefore, machineBefore] = [performance.now(), machineNow()];
  const redisMs = await redisNowMs(connection);
  const halfMs = (performance.now() - steadyBefore) / 2;
  const middle = { steadyMs: steadyBefore + halfMs, offsetMs: machineBefore + halfMs - redisMs };
  return { ...middle, redisMs, uncertaintyMs: halfMs };
}

export function registerClockMetrics(registry: Registry, clock: Pick<FleetClock, 'offsetMs'>): void {
  new Gauge({
    name: 'render_platform_clock_offset_seconds',
    help: "How far this machine's clock is ahead of that of Redis; negative when it is behind.",
    registers: [registry],
    collect() {
      this.set(clock.offsetMs() / 1000);
    },
  });
}
