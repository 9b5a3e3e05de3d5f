import type { Track } from '../analytics/analytics.ts';
import type { Api } from '../api/client.ts';
import { activeFlow, getStep } from '../state/flow.ts';
import type { FlowPlace, FlowProgress } from '../state/flow-progress.ts';
import type { Store } from '../state/store.ts';

interface Options {
  api: Pick<Api, 'flow'>;
  store: Store;
  track: Track;
}

/** The form of ids that a store can give its flows: whatever else a link says is not asked for. */
const idForm = /^[A-Za-z0-9][\w-]{0,63}$/;

/**
 * Leads the shopper through the flow of that id, from the place where she was in it. Without one, for an id that the
 * store does not have, and where the service cannot be reached, all items are shown.
 */
export async function openFlow(
  { api, store, track }: Options,
  id: string | null,
  place: FlowPlace | null = null,
): Promise<void> {
  const flow = id !== null && idForm.test(id) ? await api.flow(id).catch(() => null) : null;
  leaveFlow({ store, track });
  if (flow) store.dispatch({ type: 'flow-started', flow, place });
}

/** Shows all items from now on; the look is kept. */
function leaveFlow({ store, track }: Pick<Options, 'store' | 'track'>): void {
  const progress = activeFlow(store.read());
  if (!progress) return;
  track('Flow Exited', flowProperties(progress));
  store.dispatch({ type: 'flow-left' });
}

/** Specification "Forwarded events": what each event of a flow says of it. */
export function flowProperties(progress: FlowProgress) {
  const { id, name } = progress.flow;
  return { flow_name: name, flow_id: id, flow_step_name: getStep(progress).name };
}
