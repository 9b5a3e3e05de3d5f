import type { EventModel } from '../events/event-model.ts';
import { getDriver } from '../mongodb/driver.ts';
import { toRange } from './to-range.ts';
import type { ItemCounts } from './top-items.ts';

const exited = 'Flow Exited';
const flowEvents = ['Flow Step Completed', 'Flow Step Skipped', exited];
const completed = 'Try On Completed';

interface FlowGroup {
  _id: { session?: string | null; event: string; flow?: string };
}

/** Counts for each flow the sessions of a day in it, those of them with a completed try-on, and those that left it. */
export async function countFlows(
  events: EventModel,
  counts: ItemCounts,
  store: string,
  day: string,
): Promise<void> {
  const receivedAt = toRange(day);
  const list = (names: readonly string[]) =>
    getDriver(events).aggregate<FlowGroup>([
      { $match: { store, receivedAt, bot: false, event: { $in: names } } },
      { $group: { _id: { session: '$sessionId', event: '$event', flow: '$properties.flow_id' } } },
    ]);
  const sessions = new Map<string, { flows: Set<string>; left: Set<string> }>();
  for await (const { _id } of list(flowEvents)) {
    const { session, event, flow } = _id;
    if (!session || !flow) continue;
    const known = sessions.get(session) ?? { flows: new Set(), left: new Set() };
    sessions.set(session, known);
    known.flows.add(flow);
    if (event === exited) known.left.add(flow);
  }
  if (sessions.size === 0) return;
  const triedOn = new Set<string>();
  for await (const { _id } of list([completed]))
    if (_id.session && sessions.has(_id.session)) triedOn.add(_id.session);
  for (const [session, { flows, left }] of sessions)
    for (const flowId of flows)
      counts.addFlow({
        flowId,
        sessions: 1,
        tryOnSessions: triedOn.has(session) ? 1 : 0,
        exits: left.has(flowId) ? 1 : 0,
      });
}
