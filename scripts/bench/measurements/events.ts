import { setEventStage } from '../events/event-stage.ts';
import { startMeasured } from '../processes/measured.ts';
import type { Stage } from '../stage.ts';
import { type DelayFigures, measureEventDelay } from './event-delay.ts';
import { type ForwardingFigures, measureEventForwarding } from './event-forwarding.ts';
import { type IngestFigures, measureEventIngest } from './event-ingest.ts';

export interface EventFigures {
  ingest: IngestFigures;
  forwarding: ForwardingFigures;
  delay: DelayFigures;
}

const full = {
  destinations: 1000,
  ingest: { rounds: 3, events: 2500 },
  forwarding: { rounds: 3, events: 5000, workers: 1 },
  delay: { perSecond: 200, seconds: 20 },
};

const quick: typeof full = {
  destinations: 100,
  ingest: { rounds: 1, events: 1000 },
  forwarding: { rounds: 1, events: 2000, workers: 1 },
  delay: { perSecond: 200, seconds: 5 },
};

/** The measurements of events, one after the other; only the processes that a measurement needs run during it. */
export async function measureEvents(
  stage: Stage,
  options: { quick: boolean; say: (line: string) => void },
): Promise<EventFigures> {
  const extent = options.quick ? quick : full;
  const events = await setEventStage(stage, { destinations: extent.destinations, say: options.say });
  const ingest = await measureEventIngest(events, extent.ingest);
  const forwarding = await measureEventForwarding(events, extent.forwarding);
  const start = (entry: string) => startMeasured(entry, events.env, stage.profile);
  const [api, worker] = await Promise.all([start('processes/api.ts'), start('processes/worker.ts')]);
  stage.closing.add(async () => void (await Promise.all([api.close(), worker.close()])));
  const delay = await measureEventDelay(events, { api, worker }, extent.delay);
  await Promise.all([worker.close(), api.close()]);
  return { ingest, forwarding, delay };
}
