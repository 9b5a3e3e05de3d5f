export interface WorkerFacts {
  nowMs: number;
  /** When a job was last started or ended. */
  lastActivityMs: number;
  /** Renders that wait; absent when the queue could not be read. */
  waiting?: number;
  /** Renders this worker is running. */
  active: number;
  concurrency: number;
  redisOk: boolean;
  mongoOk: boolean;
  stopping: boolean;
  /** Longest time without activity while renders wait: no shorter than a render may take. */
  idleLimitMs: number;
}

export interface WorkerHealth {
  /** False: restart this process. */
  alive: boolean;
  /** False: it takes no renders at the moment. */
  ready: boolean;
  reasons: string[];
  active: number;
  concurrency: number;
  idleSeconds: number;
}

/**
 * BullMQ workers can stop taking jobs for ever after a failover while their process looks well: renders
 * wait, and nothing starts or ends here. Only a restart helps then. A store that is down is no reason for
 * one: the worker goes on by itself when the store is back.
 */
export function evaluateWorkerHealth(facts: WorkerFacts): WorkerHealth {
  const { active, concurrency, redisOk, mongoOk, stopping } = facts;
  const idleMs = Math.max(0, facts.nowMs - facts.lastActivityMs);
  const wedged = redisOk && !stopping && (facts.waiting ?? 0) > 0 && idleMs > facts.idleLimitMs;
  const problems: [boolean, string][] = [
    [wedged, 'renders wait and this worker has done nothing for too long'],
    [!redisOk, 'Redis does not answer'],
    [!mongoOk, 'MongoDB does not answer'],
    [stopping, 'stopping'],
  ];
  const reasons = problems.flatMap(([holds, reason]) => (holds ? [reason] : []));
  const idleSeconds = Math.round(idleMs / 1000);
  return { alive: !wedged, ready: reasons.length === 0, reasons, active, concurrency, idleSeconds };
}
