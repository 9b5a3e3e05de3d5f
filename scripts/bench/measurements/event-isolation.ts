import { clearEvents, type EventStage, windowOf } from '../events/event-stage.ts';
import { median } from '../statistics.ts';
import { type ApiAndWorker, type DelaySpread, delaySpread, inOrder } from './event-delay.ts';

export interface IsolationFigures {
  perSecond: number;
  events: number;
  destinations: number;
  /** Events a second to each of the two that fail. */
  toEachIll: number;
  /** Delay of the other destinations' events since the 202, ms, in runs without and with the two. */
  without: DelaySpread;
  beside: DelaySpread;
  /** p99 with them ÷ p99 without, median of the pairs of runs. */
  ratio: number;
}

const deadlineMs = 60_000;
/** Of every ten events one goes to each of the two busy stores. */
const cycle = 10;

/** The same stream twice, in turn: once two busy destinations fail, once they are healthy. */
export async function measureEventIsolation(
  events: EventStage,
  pair: ApiAndWorker,
  options: { perSecond: number; seconds: number; rounds: number },
): Promise<IsolationFigures> {
  const runs: Record<'well' | 'ill', DelaySpread[]> = { well: [], ill: [] };
  for (let round = 0; round < options.rounds; round++) {
    const order: ('well' | 'ill')[] = round % 2 === 0 ? ['well', 'ill'] : ['ill', 'well'];
    for (const [turn, state] of order.entries()) {
      // No other window has its position in the cycle.
      const busy = cycle * (2 * round + turn);
      const spread = await runOnce(events, pair, { ...options, state, busy: [busy, busy + 1] });
      runs[state].push(spread);
      events.say(`isolation, two destinations ${state}: ${JSON.stringify(spread)}`);
    }
  }
  const across = (spreads: DelaySpread[]): DelaySpread => ({
    p50: median(spreads.map(({ p50 }) => p50)),
    p99: median(spreads.map(({ p99 }) => p99)),
    max: Math.max(...spreads.map(({ max }) => max)),
  });
  return {
    perSecond: options.perSecond,
    events: options.perSecond * options.seconds,
    destinations: events.stores.length,
    toEachIll: options.perSecond / cycle,
    without: across(runs.well),
    beside: across(runs.ill),
    ratio: median(runs.ill.map(({ p99 }, round) => p99 / runs.well[round]!.p99)),
  };
}

interface Run {
  perSecond: number;
  seconds: number;
  state: 'well' | 'ill';
  /** Two stores that were not used before: pending events of a failing one are retried later. */
  busy: [silent: number, failing: number];
}

async function runOnce(events: EventStage, { api, worker }: ApiAndWorker, run: Run): Promise<DelaySpread> {
  const { destinations, shoppers, stores } = events;
  const [silent, failing] = run.busy;
  if (run.state === 'ill') {
    destinations.setMode(silent, 'silent');
    destinations.setMode(failing, 'failing');
  }
  const windows = stores.map((_, index) => {
    const place = index % cycle;
    return windowOf(stores[place === 0 ? silent : place === 1 ? failing : index]!);
  });
  const count = run.perSecond * run.seconds;
  const name = `isolation-${run.state}-${silent}`;
  await Promise.all([api.reset(), worker.reset()]);
  const order = { url: `http://127.0.0.1:${api.port}`, run: name, windows, events: count };
  const sent = await shoppers.paced(order, run.perSecond);
  const isOther = (index: number) => (index % windows.length) % cycle > 1;
  const awaited = sent.answeredAt.filter((_, index) => run.state === 'well' || isOther(index)).length;
  await destinations.reach(awaited, deadlineMs);
  const firstAt = inOrder((await destinations.take()).firstAt, name);
  await Promise.all([api.report(), worker.report()]);
  const waits = sent.answeredAt.flatMap((at, index) => (isOther(index) ? [firstAt[index]! - at] : []));
  if (waits.some(Number.isNaN))
    throw new Error(`an event of a healthy destination did not arrive in ${name}`);
  await dismiss(events, run);
  return delaySpread(waits);
}

/** Removes the two: what is pending for them is dropped instead of being retried in the next run. */
async function dismiss(events: EventStage, { state, busy }: Run): Promise<void> {
  if (state === 'well') return;
  const ids = busy.map((index) => events.stores[index]!._id);
  const gone = { 'integration.state': 'Disabled', 'integration.revision': 99 };
  await events.database.stores.updateMany({ _id: { $in: ids } }, { $set: gone });
  await clearEvents(events);
}
