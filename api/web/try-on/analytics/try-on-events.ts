import type { LookEntry } from '../state/app-state.ts';
import { lookKey } from '../state/look.ts';
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

/** Reports each item that has taken the place of one of the result. */
export function reportSwaps(store: Store, track: Analytics['track']): void {
  store.subscribe(({ look, replacing }, before) => {
    const isIn = (entries: LookEntry[]) => entries.some((entry) => lookKey(entry) === before.replacing);
    const isSwap =
      replacing === null && isIn(before.look) && !isIn(look) && look.length === before.look.length;
    if (isSwap) track('Try On Edited', { action: 'swap' });
  });
}
