import type { Store } from '../state/store.ts';
import type { Analytics } from './analytics.ts';
import { getOutcome, type Outcome } from './outcomes.ts';
import type { Reported } from './reported.ts';

interface Options {
  store: Store;
  report: Analytics['report'];
  reported: Reported;
}

/** Reports the one end of each try-on: completed, or failed with its reason. */
export function reportOutcomes({ store, report, reported }: Options): void {
  store.subscribe((state, before) => {
    const outcome = getOutcome(state, before);
    if (outcome && (outcome.renderId === null || reported.isNew('ended', outcome.renderId)))
      reportEnd(report, outcome);
  });
}

function reportEnd(report: Analytics['report'], { renderId, items, failure }: Outcome): void {
  // Two tabs may follow the same render; the service knows an event by its id.
  const circumstances = { items, ...(renderId && { renderId, eventId: `${renderId}-ended` }) };
  if (failure) report('Try On Failed', { reason: failure }, circumstances);
  else report('Try On Completed', { selectedItemCount: items.length }, circumstances);
}
