import { Counter, type Registry } from 'prom-client';
import type { Config } from '../shared/config/variables.ts';
import type { WorkerBackends } from './backends.ts';
import { countDays } from './sweeper/count-days.ts';
import { reenqueueEvents } from './sweeper/reenqueue-events.ts';
import { reenqueueOrders } from './sweeper/reenqueue-orders.ts';
import type { Duty } from './sweeper/sweeper.ts';
import { sendWebhooks } from './webhooks/send-webhooks.ts';

/** The sweeper's duties besides those for renders. */
export function furtherDuties(
  config: Config,
  { database, webhookQueue, trackQueue, orderQueue }: WorkerBackends,
): Record<string, Duty> {
  return {
    'send-webhooks': { run: () => sendWebhooks({ database, queue: webhookQueue }), pauseMs: 0 },
    'count-days': {
      run: (signal) => countDays({ ...database, retentionDays: config.EVENT_RETENTION_DAYS }, signal),
      pauseMs: 1_000,
    },
    'reenqueue-events': {
      run: () => reenqueueEvents({ events: database.events, queue: trackQueue }),
      pauseMs: 0,
    },
    'reenqueue-orders': {
      run: () => reenqueueOrders({ deliveries: database.orderDeliveries, queue: orderQueue }),
      pauseMs: 1_000,
    },
  };
}

export function sweepCounter(registry: Registry): (duty: string, count: number) => void {
  const swept = new Counter({
    name: 'sweeper_swept_total',
    help: 'Documents and images the sweeper repaired, by duty.',
    labelNames: ['duty'],
    registers: [registry],
  });
  return (duty, count) => swept.inc({ duty }, count);
}
