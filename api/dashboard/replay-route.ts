import { replayDropped, replayEvent } from '../../shared/deliveries/replay.ts';
import { invalidInput } from '../../shared/errors.ts';
import { hourMs } from '../../shared/time.ts';
import { readForm } from '../http/form.ts';
import { formFacts } from '../http/page-facts.ts';
import { defineRoute } from '../http/route.ts';
import type { DashboardDependencies } from './dashboard-dependencies.ts';
import { finishForm } from './integrations-call.ts';
import { replayHours } from './replay-section.tsx';

/** Forwards one event again, or all that were dropped in a time. */
export const postReplay = defineRoute({
  ...formFacts,
  id: 'replayEventsByForm',
  path: '/dashboard/:slug/integrations/replay',
  access: 'merchant of the store',
  summary: 'Forward events again',
  failures: ['INVALID_INPUT', 'NOT_FOUND', 'CONFLICT'],
  handle: async (dependencies: DashboardDependencies, call) => {
    const { eventId, time = '' } = await readForm(call.req);
    const { replayed } = eventId
      ? await replayEvent(dependencies, call.store, eventId)
      : await replayDropped(dependencies, call.store, toRange(time));
    const after = { replayed, ...(eventId ? { eventId } : { time }) };
    await finishForm(dependencies, call, replayed > 0 ? 'replayed' : 'none-replayed', {
      action: 'integration.replay',
      after,
    });
  },
});

function toRange(time: string): { from: Date; to: Date } {
  const chosen = Object.hasOwn(replayHours, time) ? replayHours[time] : undefined;
  if (!chosen) throw invalidInput('time', `must be one of ${Object.keys(replayHours).join(', ')}.`);
  const now = Date.now();
  return { from: new Date(now - chosen.hours * hourMs), to: new Date(now + 1) };
}
