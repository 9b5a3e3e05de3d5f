import { setTimeout as sleep } from 'node:timers/promises';
import { throttledErrorLog } from '../../shared/jobs/throttled-log.ts';
import type { Logger } from '../../shared/log.ts';

/** Closed while this worker cannot read the inputs of renders: others may be able to. */
export interface StorageGate {
  isOpen(): boolean;
  /** Closes the gate until the blob storage passes a probe. */
  reportUnreadable(): void;
  /** Returns false while the gate is closed, after a pause, so that this worker does not empty the queue. */
  takesRenders(signal: AbortSignal): Promise<boolean>;
  close(): void;
}

export interface StorageGateOptions {
  /** Rejects unless the blob storage can be read and is the right one. */
  probe: () => Promise<void>;
  log: Logger;
  /** Milliseconds until the first probe, and between two. */
  probeEveryMs?: number;
  /** Milliseconds that a refusal is delayed. */
  refusalMs?: number;
}

export function createStorageGate(options: StorageGateOptions): StorageGate {
  const { probe, log, probeEveryMs = 5_000, refusalMs = 2_000 } = options;
  const onError = throttledErrorLog(log, 'Blob storage');
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const probeAgain = () => {
    timer = setTimeout(() => void attempt(), probeEveryMs);
    timer.unref();
  };
  const attempt = async () => {
    try {
      await probe();
      timer = undefined;
      log.info('the blob storage can be read again; taking renders');
    } catch (error) {
      onError(error);
      if (!closed) probeAgain();
    }
  };
  const isOpen = () => timer === undefined;
  return {
    isOpen,
    reportUnreadable() {
      if (closed || !isOpen()) return;
      log.error('the input of a render cannot be read; taking no renders until the blob storage can be read');
      probeAgain();
    },
    async takesRenders(signal) {
      if (isOpen()) return true;
      await sleep(refusalMs, undefined, { signal }).catch(() => undefined);
      return isOpen();
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
