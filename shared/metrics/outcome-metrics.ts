import { Counter, type Registry } from 'prom-client';
import { holdSettled, renderEnded, requestLimited } from './measurements.ts';

/**
 * Counts what became of renders, credits and rejected requests in this process; the API, the workers and their
 * sweepers all end renders. `close` stops counting.
 */
export function countOutcomes(registry: Registry): { close(): void } {
  const registers = [registry];
  const renders = new Counter({
    name: 'render_platform_renders_total',
    help: 'Renders that this process ended, by final state and by the provider whose image was delivered (else none).',
    labelNames: ['state', 'provider'],
    registers,
  });
  const credits = new Counter({
    name: 'render_platform_credits_total',
    help: 'Held credits that this process settled: capture (charged) or release (returned).',
    labelNames: ['outcome'],
    registers,
  });
  const uncharged = new Counter({
    name: 'render_platform_uncharged_starts_total',
    help: 'Renders of API keys that ended without a charge, by the doing of their caller, after a provider may have worked for them.',
    registers,
  });
  const limited = new Counter({
    name: 'render_platform_requests_limited_total',
    help: 'Requests rejected by a limit: rate, uncharged, concurrency, events, reads, streams, try-on, cap, store-cap (429) or queue (503).',
    labelNames: ['limit'],
    registers,
  });
  const listeners = [
    renderEnded.listen(({ state, provider = 'none' }) => renders.inc({ state, provider })),
    holdSettled.listen(({ outcome, unchargedStart }) => {
      credits.inc({ outcome });
      if (unchargedStart) uncharged.inc();
    }),
    requestLimited.listen(({ limit }) => limited.inc({ limit })),
  ];
  return {
    close: () => {
      for (const stop of listeners) stop();
    },
  };
}
