export interface WorkerFacts {
  nowMs: number;
  /** When a job was last started or ended. */
  lastActivityMs: number;
  /** Renders that wait; absent when the queues could not be read. */
  waiting?: number;
  /** Renders this worker is running. */
  active: number;
  concurrency: number;
  redisOk: boolean;
  mongoOk: boolean;
  /** The blob storage can be read and belongs to the database. */
  blobsOk: boolean;
  /** This machine's clock agrees with that of Redis. */
  clockOk: boolean;
  /** It has begun to take jobs. */
  started: boolean;
  stopping: boolean;
  /** Maximum time without activity while renders wait: not shorter than a render may take. */
  idleLimitMs: number;
}

export interface WorkerHealth {
  /** False: restart this process. */
  alive: boolean;
  /** False: it cannot process renders at the moment. */
  ready: boolean;
  reasons: string[];
  active: number;
  concurrency: number;
  idleSeconds: number;
}

/**
 * BullMQ workers can stop taking jobs for ever after a failover while their process looks healthy: renders
 * wait, and nothing starts or ends here. Only a restart helps then. A backend that is down does not require
 * one: the worker continues by itself when the backend is back.
 */
export function evaluateWorkerHealth(facts: WorkerFacts): WorkerHealth {
  const { active, concurrency, redisOk, mongoOk, blobsOk, clockOk, started, stopping } = facts;
  const idleMs = Math.max(0, facts.nowMs - facts.lastActivityMs);
  const wedged = redisOk && !stopping && (facts.waiting ?? 0) > 0 && idleMs > facts.idleLimitMs;
  const problems: [boolean, string][] = [
    [wedged, 'renders wait and this worker has been idle for too long'],
    [!redisOk, 'Redis does not respond'],
    [!mongoOk, 'MongoDB does not respond'],
    [!blobsOk, 'the blob storage cannot be read'],
    [!clockOk, 'the clock of this machine differs from that of Redis by more than a third of a lease'],
    [!started, 'starting'],
    [stopping, 'stopping'],
  ];
  const reasons = problems.flatMap(([applies, reason]) => (applies ? [reason] : []));
  const idleSeconds = Math.round(idleMs / 1000);
  return { alive: !wedged, ready: reasons.length === 0, reasons, active, concurrency, idleSeconds };
}
