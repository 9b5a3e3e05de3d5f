import type { Cluster } from './cluster.ts';
import type { Injected } from './inject.ts';
import type { Death } from './member.ts';
import type { FaultKind } from './schedule.ts';

/** Deaths and faults of the processes of a run. */
export interface Casualties {
  /** Processes that died by SIGKILL, ours and those of failpoints. */
  kills: { total: number; worker: number; api: number; redis: number; mongo: number; failpoint: number };
  faults: Partial<Record<FaultKind, number>>;
  deaths: Record<Death, number>;
}

export function countCasualties({ apis, workers }: Cluster, injected: Injected[]): Casualties {
  const faults: Partial<Record<FaultKind, number>> = {};
  for (const { kind } of injected) faults[kind] = (faults[kind] ?? 0) + 1;
  const deaths = { killed: 0, failpoint: 0, stopped: 0, 'failed-start': 0, crashed: 0 };
  for (const member of [...apis, ...workers]) {
    for (const death of Object.keys(deaths) as Death[]) deaths[death] += member.deaths[death];
  }
  const killed = {
    worker: sum(workers.map((member) => member.deaths.killed)),
    api: sum(apis.map((member) => member.deaths.killed)),
    redis: faults['kill-redis'] ?? 0,
    mongo: faults['kill-mongo'] ?? 0,
    failpoint: deaths.failpoint,
  };
  return { kills: { total: sum(Object.values(killed)), ...killed }, faults, deaths };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
