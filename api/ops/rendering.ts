import { getPhase } from '../../shared/breaker/breaker-state.ts';
import type { FleetHealth, ProviderHealth } from './provider-health.ts';

/** Ability of the fleet to render for live keys at the moment. */
export interface Rendering {
  possible: boolean;
  /** Reasons why it is impossible; empty when it is possible. */
  reasons: string[];
}

/** Rendering is possible when a provider of the chain has a worker and its breaker is not open. */
export function evaluateRendering({ providers, nowMs }: FleetHealth): Rendering {
  const chain = providers.filter(({ testOnly }) => !testOnly);
  const problems = chain.map((health) => findProblem(health, nowMs));
  if (problems.includes(undefined)) return { possible: true, reasons: [] };
  return { possible: false, reasons: chain.map(({ provider }, index) => `${provider}: ${problems[index]}`) };
}

function findProblem({ workers, breaker }: ProviderHealth, nowMs: number): string | undefined {
  if (workers === 0) return 'no worker is running';
  return getPhase(breaker, nowMs) === 'open' ? 'it is down, and skipped until its next probe' : undefined;
}
