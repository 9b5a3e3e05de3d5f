import type { ChaosResult } from './run.ts';

/** Several results as one: counts and lists are added, of two times at rest the longer one counts. */
export function addUp(results: ChaosResult[]): ChaosResult {
  const [first, ...others] = results;
  if (!first) throw new RangeError('no results to add');
  return others.reduce(addTwo, first);
}

function addTwo(a: ChaosResult, b: ChaosResult): ChaosResult {
  const { invariants, clients } = a;
  return {
    ...(merge(a, b) as ChaosResult),
    seed: a.ok ? b.seed : a.seed,
    ok: a.ok && b.ok,
    restMs: Math.max(a.restMs, b.restMs),
    clients: merge(clients, b.clients) as ChaosResult['clients'],
    invariants: {
      ...(merge(invariants, b.invariants) as ChaosResult['invariants']),
      ok: invariants.ok && b.invariants.ok,
    },
  };
}

/** Adds numbers, joins lists, and recurses into objects; of other values the first is kept. */
export function merge(a: unknown, b: unknown): unknown {
  if (a === undefined) return b;
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b];
  if (!isTable(a) || !isTable(b)) return a;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...names].map((name) => [name, merge(a[name], b[name])]));
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
