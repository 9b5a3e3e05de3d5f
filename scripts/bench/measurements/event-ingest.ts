import { setTimeout as pause } from 'node:timers/promises';
import { createStore } from '../../../shared/stores/stores.ts';
import { type CpuShares, clearEvents, type EventStage, getWindow, watchCpu } from '../events/event-stage.ts';
import type { ShopWindow } from '../events/shoppers.ts';
import { type MeasuredProcess, startMeasured } from '../processes/measured.ts';
import { median, medianRatio, percentile } from '../statistics.ts';

export interface IngestFigures {
  callers: number;
  events: number;
  /** A store with an endpoint: the event is saved and its job enqueued. */
  connected: IngestSide;
  /** A store without one: the event is saved. */
  stored: IngestSide;
  /** `express.json` and one insert. */
  bare: IngestSide;
  /** Platform ÷ bare, medians of the rounds. */
  share: { connected: number; stored: number };
}

export interface IngestSide {
  perSecond: number;
  p50: number;
  p99: number;
  /** Milliseconds an event. */
  cpu: CpuShares;
}

const callers = 20;
const sides = ['connected', 'stored', 'bare'] as const;
type Side = (typeof sides)[number];

interface Round {
  perSecond: number;
  latencies: number[];
  cpu: CpuShares;
}

/** Events a second into the platform's API and into a bare handler, in turn. */
export async function measureEventIngest(
  events: EventStage,
  options: { rounds: number; events: number },
): Promise<IngestFigures> {
  const { stage, env } = events;
  const plain = { ...env, BARE_DATABASE: 'bench_bare' };
  const [platform, bare] = await Promise.all([
    startMeasured('processes/api.ts', env, stage.profile),
    startMeasured('bare/events-api.ts', plain, stage.profile),
  ]);
  const apis: Record<Side, MeasuredProcess> = { connected: platform, stored: platform, bare };
  for (const api of [platform, bare]) stage.closing.add(api.close);
  const [connected] = events.stores;
  const account = connected!.account;
  const alone = await createStore(events.database.stores, {
    account,
    slug: 'alone',
    hosts: ['alone.example'],
  });
  const windows = { connected: getWindow(connected!), stored: getWindow(alone), bare: getWindow(connected!) };
  const rounds: Record<Side, Round[]> = { connected: [], stored: [], bare: [] };
  // The first round includes compilation and is not counted.
  for (let round = 0; round <= options.rounds; round++) {
    const count = round === 0 ? Math.ceil(options.events / 4) : options.events;
    for (const side of round % 2 === 0 ? sides : [...sides].reverse()) {
      const run = await runRound(events, apis[side], {
        run: `${side}-${round}`,
        window: windows[side],
        count,
      });
      if (round > 0) rounds[side].push(run);
      await clearEvents(events);
    }
    if (round > 0) events.say(`ingest: ${sides.map((side) => show(side, rounds[side].at(-1)!)).join(' | ')}`);
  }
  await Promise.all([platform.close(), bare.close()]);
  const rates = (side: Side) => rounds[side].map(({ perSecond }) => perSecond);
  return {
    callers,
    events: options.events,
    connected: summary(rounds.connected),
    stored: summary(rounds.stored),
    bare: summary(rounds.bare),
    share: {
      connected: medianRatio(rates('connected'), rates('bare')),
      stored: medianRatio(rates('stored'), rates('bare')),
    },
  };
}

/** Work after the response is part of an event's cost: the marks of days, twice a second. */
const afterMs = 600;

async function runRound(
  events: EventStage,
  api: MeasuredProcess,
  { run, window, count }: { run: string; window: ShopWindow; count: number },
): Promise<Round> {
  await api.reset();
  const readCpu = watchCpu(events, { api });
  const order = { url: `http://127.0.0.1:${api.port}`, run, windows: [window], events: count };
  const { ms, sentAt, respondedAt } = await events.shoppers.closed(order, callers);
  await pause(afterMs);
  const cpu = readCpu(count);
  await api.report();
  return {
    perSecond: (count / ms) * 1000,
    latencies: respondedAt.map((at, index) => at - sentAt[index]!),
    cpu,
  };
}

function summary(rounds: Round[]): IngestSide {
  const latencies = rounds.flatMap((round) => round.latencies);
  const names = Object.keys(rounds[0]!.cpu);
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: Object.fromEntries(names.map((name) => [name, median(rounds.map(({ cpu }) => cpu[name]!))])),
  };
}

const show = (side: Side, { perSecond, cpu }: Round) =>
  `${side} ${perSecond.toFixed(0)}/s cpu ${Object.values(cpu)
    .map((ms) => ms.toFixed(2))
    .join('/')}`;
