import { Counter, type Registry } from 'prom-client';
import type { Config } from '../shared/config/variables.ts';
import type { WorkerBackends } from './backends.ts';
import { countDays } from './sweeper/count-days.ts';
import { deleteFiles } from './sweeper/delete-files.ts';
import { deletePhotos } from './sweeper/delete-photos.ts';
import { endLooks } from './sweeper/end-looks.ts';
import { finishWithdrawals } from './sweeper/finish-withdrawals.ts';
import { createNotifyLowBalance } from './sweeper/notify-low-balance.ts';
import { reenqueueEvents } from './sweeper/reenqueue-events.ts';
import { reenqueueOrders } from './sweeper/reenqueue-orders.ts';
import type { Duty } from './sweeper/sweeper.ts';
import { sendWebhooks } from './webhooks/send-webhooks.ts';

/** Returns the sweeper's duties besides those for renders. */
export function furtherDuties(
  config: Config,
  { database, blobs, producer, webhookQueue, trackQueue, orderQueue, mailer }: WorkerBackends,
): Record<string, Duty> {
  return {
    'send-webhooks': { run: () => sendWebhooks({ database, queue: webhookQueue }), pauseMs: 0 },
    'notify-low-balance': {
      run: createNotifyLowBalance({ database, mailer, baseUrl: config.BASE_URL }),
      pauseMs: 30_000,
    },
    'finish-withdrawals': {
      run: () =>
        finishWithdrawals({ database, retention: config, connection: producer, prefix: config.QUEUE_PREFIX }),
      pauseMs: 2_000,
    },
    'delete-files': { run: () => deleteFiles({ database, blobs }), pauseMs: 10_000 },
    'delete-photos': { run: () => deletePhotos({ database, blobs }), pauseMs: 10_000 },
    'end-looks': { run: () => endLooks({ database, blobs }), pauseMs: 10_000 },
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

/** Duties with nothing to do unless a process was lost, or Redis or MongoDB failed at the wrong moment. */
export const repairs: ReadonlySet<string> = new Set([
  'recover-leases',
  'reenqueue-renders',
  'finish-holds',
  'abandon-new',
  'withdraw-orphans',
  'finish-grants',
  'finish-withdrawals',
  'reenqueue-orders',
]);

export function sweepCounter(registry: Registry): (duty: string, count: number) => void {
  const swept = new Counter({
    name: 'render_platform_sweeper_swept_total',
    help: 'Documents and images that the sweeper changed, by duty; kind is repair (something was lost) or routine.',
    labelNames: ['duty', 'kind'],
    registers: [registry],
  });
  return (duty, count) => swept.inc({ duty, kind: repairs.has(duty) ? 'repair' : 'routine' }, count);
}
