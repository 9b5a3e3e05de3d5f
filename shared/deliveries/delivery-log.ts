import { driverOf } from '../database/driver.ts';
import { throttledErrorLog } from '../jobs/throttled-log.ts';
import type { Logger } from '../log.ts';
import { type Delivery, type DeliveryLogModel, deliveriesKept } from './delivery-model.ts';

export interface DeliveryLog {
  note(store: string, delivery: Delivery): void;
  /** Writes what is noted; idempotent. */
  close(): Promise<void>;
}

const flushEveryMs = 250;

/** At most so many stores are written in one go; the rest waits for the next. */
const storesAtOnce = 500;

/**
 * Notes deliveries per store and writes them a few times a second: one push, trimmed to the last 50,
 * instead of one write a delivery. A worker that is killed loses a quarter of a second of this log,
 * never an event: what became of each is in its own document.
 */
export function createDeliveryLog(deliveries: DeliveryLogModel, log: Logger): DeliveryLog {
  const noted = new Map<string, Delivery[]>();
  const complain = throttledErrorLog(log, 'Delivery log');
  let flushing: Promise<void> = Promise.resolve();

  const flush = async () => {
    const batch = [...noted].slice(0, storesAtOnce);
    for (const [store] of batch) noted.delete(store);
    if (batch.length === 0) return;
    // Through the driver: mongoose casts fifty subdocuments a store, a good part of what forwarding cost.
    await driverOf(deliveries)
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
      .catch(complain);
  };
  const timer = setInterval(() => {
    flushing = flushing.then(flush);
  }, flushEveryMs);
  timer.unref();

  return {
    note(store, delivery) {
      const tries = noted.get(store) ?? [];
      tries.push(delivery);
      if (tries.length > deliveriesKept) tries.shift();
      noted.set(store, tries);
    },
    async close() {
      clearInterval(timer);
      while (noted.size > 0) {
        flushing = flushing.then(flush);
        await flushing;
      }
      await flushing;
    },
  };
}
