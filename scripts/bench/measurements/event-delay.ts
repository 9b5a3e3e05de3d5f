import { type CpuShares, clearEvents, type EventStage, getWindow, watchCpu } from '../events/event-stage.ts';
import type { ShopperOrder, ShopperResult } from '../events/shoppers.ts';
import type { MeasuredProcess } from '../processes/measured.ts';
import { percentile } from '../statistics.ts';

export interface DelayFigures {
  perSecond: number;
  events: number;
  destinations: number;
  /** From the shopper's 202 to the first call at the destination, ms; below 0 when the call was first. */
  sinceAccepted: DelaySpread;
  /** From the moment the shopper sent it, so including the ingest. */
  sinceSent: DelaySpread;
  cpu: CpuShares;
}

export interface DelaySpread {
  p50: number;
  p99: number;
  max: number;
}

const deadlineMs = 60_000;

export interface ApiAndWorker {
  api: MeasuredProcess;
  worker: MeasuredProcess;
}

/** A steady stream through API and worker. */
export async function measureEventDelay(
  events: EventStage,
  { api, worker }: ApiAndWorker,
  options: { perSecond: number; seconds: number },
): Promise<DelayFigures> {
  const { perSecond } = options;
  const windows = events.stores.map(getWindow);
  const url = `http://127.0.0.1:${api.port}`;
  await stream(events, { url, run: 'delay-warm', windows, events: perSecond * 2 }, perSecond);
  await clearEvents(events);
  await Promise.all([api.reset(), worker.reset()]);
  const readCpu = watchCpu(events, { api, worker, destinations: events.destinations });
  const order = { url, run: 'delay', windows, events: perSecond * options.seconds };
  const { sent, firstAt } = await stream(events, order, perSecond);
  const cpu = readCpu(order.events);
  await Promise.all([api.report(), worker.report()]);
  await clearEvents(events);
  const since = (times: number[]) => delaySpread(firstAt.map((at, index) => at - times[index]!));
  const figures = {
    perSecond,
    events: order.events,
    destinations: windows.length,
    sinceAccepted: since(sent.respondedAt),
    sinceSent: since(sent.sentAt),
    cpu,
  };
  events.say(`delay at ${perSecond}/s: ${JSON.stringify(figures)}`);
  return figures;
}

/** Sends a stream and waits until every event of it has arrived; their first arrivals in the order of the events. */
async function stream(
  { shoppers, destinations }: EventStage,
  order: ShopperOrder,
  perSecond: number,
): Promise<{ sent: ShopperResult; firstAt: number[] }> {
  const sent = await shoppers.paced(order, perSecond);
  await destinations.reach(order.events, deadlineMs);
  return { sent, firstAt: inOrder((await destinations.take()).firstAt, order.run) };
}

/** First arrivals by the number of the event; ids are `{store}.{run}-{n}`. */
function inOrder(firstAt: [id: string, at: number][], run: string): number[] {
  const times: number[] = [];
  for (const [id, at] of firstAt) {
    const [, index] = id.split(`.${run}-`);
    if (index !== undefined) times[Number(index)] = at;
  }
  return times;
}

function delaySpread(values: number[]): DelaySpread {
  return { p50: percentile(values, 0.5), p99: percentile(values, 0.99), max: percentile(values, 1) };
}
