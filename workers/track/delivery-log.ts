import {
  type Delivery,
  type DeliveryLogModel,
  deliveriesKept,
} from '../../shared/deliveries/delivery-model.ts';
import { throttledErrorLog } from '../../shared/jobs/throttled-log.ts';
import type { Logger } from '../../shared/log.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';

export interface DeliveryLog {
  record(store: string, delivery: Delivery): void;
  /** Writes what is recorded; idempotent. */
  close(): Promise<void>;
}

const flushEveryMs = 250;

/** Maximum stores in one write; the rest waits for the next. */
const maxStoresPerWrite = 500;

/**
 * Collects deliveries per store and writes them a few times a second: one push, trimmed to the last 50,
 * instead of one write a delivery. A worker that is killed loses a quarter of a second of this log,
 * never an event: the outcome of each is in its own document.
 */
export function createDeliveryLog(deliveries: DeliveryLogModel, log: Logger): DeliveryLog {
  const recorded = new Map<string, Delivery[]>();
  const logError = throttledErrorLog(log, 'Delivery log');
  let flushing: Promise<void> = Promise.resolve();

  const flush = async () => {
    const batch = [...recorded].slice(0, maxStoresPerWrite);
    for (const [store] of batch) recorded.delete(store);
    if (batch.length === 0) return;
    // Through the driver: mongoose casts fifty subdocuments a store, a good part of the cost of forwarding.
    await getDriver(deliveries)
      .bulkWrite(
        batch.map(([store, tries]) => ({
          updateOne: {
            filter: { _id: store },
            update: { $push: { deliveries: { $each: tries, $slice: -deliveriesKept } } },
            upsert: true,
          },
        })),
        { ordered: false },
      )
      .catch(logError);
  };
  const timer = setInterval(() => {
    flushing = flushing.then(flush);
  }, flushEveryMs);
  timer.unref();

  return {
    record(store, delivery) {
      const tries = recorded.get(store) ?? [];
      tries.push(delivery);
      if (tries.length > deliveriesKept) tries.shift();
      recorded.set(store, tries);
    },
    async close() {
      clearInterval(timer);
      while (recorded.size > 0) {
        flushing = flushing.then(flush);
        await flushing;
      }
      await flushing;
    },
  };
}
