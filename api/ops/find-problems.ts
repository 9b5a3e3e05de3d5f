import { getPhase } from '../../shared/breaker/breaker-state.ts';
import type { Overview } from './overview.ts';
import type { FleetHealth } from './provider-health.ts';

/** Returns what an operator has to look at, as sentences, the worst first. */
export function findProblems({ fleet, readiness, health, queues }: Overview): string[] {
  const silent = Object.entries(readiness.backends).filter(([, { ok }]) => !ok);
  const paused = queues.filter(({ depth }) => depth?.paused);
  return [
    ...(silent.length > 0 ? [`No response from ${toNames(silent.map(([name]) => name))}.`] : []),
    ...(fleet?.workers === 0 ? ['No worker takes renders: they wait until one does.'] : []),
    ...(fleet?.workers && fleet.unserved
      ? [`No worker serves ${toNames(fleet.unserved)}: its renders wait until one starts.`]
      : []),
    ...(health ? findDown(health) : []),
    ...(readiness.status === 'busy' ? ['The queue is full: new renders are rejected.'] : []),
    ...(paused.length > 0 ? [`Paused: ${toNames(paused.map(({ name }) => name))}.`] : []),
  ];
}

function findDown({ providers, nowMs }: FleetHealth): string[] {
  const chain = providers.filter(({ testOnly }) => !testOnly);
  const down = chain.filter(({ breaker }) => getPhase(breaker, nowMs) !== 'closed');
  if (down.length === 0) return [];
  const names = toNames(down.map(({ provider }) => provider));
  const effect = down.length < chain.length ? 'others render' : 'no live render succeeds';
  return [`${down.length === 1 ? 'Provider' : 'Providers'} down: ${names}; ${effect}.`];
}

const toNames = (names: readonly string[]) => names.join(', ');
