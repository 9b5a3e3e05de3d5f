import { setTimeout as pause } from 'node:timers/promises';
import { ingest } from '../../../api/events/ingest.ts';
import { findEvent } from '../../../shared/events/event-map.ts';
import { getDriver } from '../../../shared/mongodb/driver.ts';
import { type CpuShares, clearEvents, type EventStage, watchCpu } from '../events/event-stage.ts';
import { type MeasuredProcess, startMeasured } from '../processes/measured.ts';
import { median } from '../statistics.ts';

export interface ForwardingFigures {
  events: number;
  destinations: number;
  workers: number;
  /** First to last first arrival. */
  perSecond: number;
  rounds: number[];
  /** Calls that an event needed. */
  calls: number;
  /** Milliseconds an event. */
  cpu: CpuShares;
}

const deadlineMs = 120_000;
const atOnce = 50;
/** One query reads all events. */
const lookEveryMs = 100;

/** A backlog over all destinations, processed by warm workers; the API does not run. */
export async function measureEventForwarding(
  events: EventStage,
  options: { rounds: number; events: number; workers: number },
): Promise<ForwardingFigures> {
  const { stage, env, destinations } = events;
  const workers = await Promise.all(
    Array.from({ length: options.workers }, () => startMeasured('processes/worker.ts', env, stage.profile)),
  );
  for (const worker of workers) stage.closing.add(worker.close);
  const rounds: { perSecond: number; calls: number; cpu: CpuShares }[] = [];
  for (let round = 0; round <= options.rounds; round++) {
    const count = round === 0 ? Math.ceil(options.events / 2) : options.events;
    const run = await workOff(events, workers, `backlog-${round}`, count);
    if (round > 0) rounds.push(run);
    events.say(`forwarding: ${run.perSecond.toFixed(0)}/s ${JSON.stringify(run.cpu)}`);
  }
  await Promise.all(workers.map((worker) => worker.close()));
  const names = Object.keys(rounds[0]!.cpu);
  return {
    events: options.events,
    destinations: destinations.ports.length,
    workers: options.workers,
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    rounds: rounds.map(({ perSecond }) => perSecond),
    calls: median(rounds.map(({ calls }) => calls)),
    cpu: Object.fromEntries(names.map((name) => [name, median(rounds.map(({ cpu }) => cpu[name]!))])),
  };
}

async function workOff(events: EventStage, workers: MeasuredProcess[], run: string, count: number) {
  const { queue, destinations } = events;
  await queue.pause();
  await fill(events, run, count);
  await Promise.all(workers.map((worker) => worker.reset()));
  const named = Object.fromEntries(workers.map((worker, index) => [`worker ${index + 1}`, worker]));
  const readCpu = watchCpu(events, { ...named, destinations });
  const reached = destinations.reach(count, deadlineMs);
  await queue.resume();
  await reached;
  await settled(events);
  const cpu = readCpu(count);
  await Promise.all(workers.map((worker) => worker.report()));
  const { firstAt, calls } = await destinations.take();
  const times = firstAt.map(([, at]) => at);
  const ms = times.reduce((a, b) => Math.max(a, b)) - times.reduce((a, b) => Math.min(a, b));
  await clearEvents(events);
  return { perSecond: (count / ms) * 1000, calls: calls / count, cpu };
}

/** Saves events with the API's own function, for one store after another; their jobs wait in the paused queue. */
async function fill({ database, queue, stores }: EventStage, run: string, count: number): Promise<void> {
  const onEnqueueFailed = (error: unknown) => {
    throw error;
  };
  const dependencies = { database, queue, retentionDays: 30, onEnqueueFailed };
  const one = (index: number) => {
    const store = stores[index % stores.length]!;
    const event = {
      store: store.slug,
      rule: findEvent('Try On Started')!,
      eventId: `${run}-${index}`,
      anonymousId: `visitor-${index}`,
      sessionId: `session-${index}`,
      properties: { productIds: ['41', '42'], variantIds: ['4100', '4200'], selectedItemCount: 2 },
      webdriver: false,
    };
    const arrival = { receivedAt: Date.now(), userAgent: 'Mozilla/5.0 (bench)', isBot: () => false };
    return ingest(dependencies, store, [event], arrival);
  };
  for (let from = 0; from < count; from += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - from) }, (_, offset) => one(from + offset));
    await Promise.all(some);
  }
}

/** Waits until what was forwarded has also been recorded. */
async function settled({ database }: EventStage): Promise<void> {
  const pending = () => getDriver(database.events).countDocuments({ 'forward.state': 'pending' });
  const until = performance.now() + deadlineMs;
  while ((await pending()) > 0) {
    if (performance.now() > until) throw new Error('events stay pending that have arrived');
    await pause(lookEveryMs);
  }
}
