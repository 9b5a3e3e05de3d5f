import { endsWithin } from '../../shared/async/ends-within.ts';
import { throttledErrorLog } from '../../shared/jobs/throttled-log.ts';
import type { Logger } from '../../shared/log.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';
import type { RenderModel } from '../../shared/renders/render-model.ts';
import type { Connection } from './render-order.ts';

/**
 * Takes the mark of this process (`RenderDoc.caller`) off the renders whose plain callers have their response or have
 * hung up, many at once. If this process dies before, an equal call receives the same image again, uncharged.
 */
export interface PlainCallers {
  /** Call it once a render is accepted or joined: its caller is gone when the connection has closed. */
  follow(renderId: string, connection: Connection): void;
  close(): Promise<void>;
}

const everyMs = 1_000;
const perUpdate = 1_000;
const closeMs = 1_000;

export function createPlainCallers(
  renders: RenderModel,
  { self, log }: { self: string; log: Logger },
): PlainCallers {
  const gone = new Set<string>();
  const onError = throttledErrorLog(log, 'Renders whose callers have their response');
  let flushing: Promise<void> | undefined;

  async function unmark(): Promise<void> {
    const ids = [...gone].slice(0, perUpdate);
    if (ids.length === 0) return;
    await getDriver(renders).updateMany({ _id: { $in: ids }, 'caller.api': self }, { $unset: { caller: 1 } });
    for (const id of ids) gone.delete(id);
  }
  const flush = () => {
    flushing ??= unmark()
      .catch(onError)
      .finally(() => {
        flushing = undefined;
      });
    return flushing;
  };
  const timer = setInterval(() => void flush(), everyMs);
  timer.unref();
  return {
    follow(renderId, connection) {
      if (connection.closed) gone.add(renderId);
      else connection.once('close', () => gone.add(renderId));
    },
    async close() {
      clearInterval(timer);
      await endsWithin(Promise.resolve(flushing).then(flush), closeMs);
    },
  };
}
