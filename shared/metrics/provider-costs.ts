/** One try of a render provider. */
export interface ProviderTry {
  provider: string;
  failure?: string;
  /** The provider refused the content for safety reasons. */
  safety?: true;
  /** The provider did not respond in its time. */
  hung?: true;
  /** Not called, because its breaker is open. */
  skipped?: true;
  /** Aborted by us. */
  aborted?: true;
  ms: number;
}

/** Returns the outcome of a try in metrics: `ok`, its failure class, `aborted` or `skipped`. */
export function toOutcome({ failure, skipped, aborted }: ProviderTry): string {
  if (skipped) return 'skipped';
  return aborted ? 'aborted' : (failure ?? 'ok');
}

/** Estimated dollars per call of each render provider; one that is not listed counts as free. */
export type ProviderCosts = ReadonlyMap<string, number>;

/** Reads `PROVIDER_COSTS`, e.g. `gemini:0.101,openai:0.053`, whose form the configuration has checked. */
export function readProviderCosts(text: string): ProviderCosts {
  const entries = text.split(',').map((entry) => entry.trim().split(':'));
  return new Map(
    entries.flatMap(([name, dollars]) => (name && dollars ? [[name, Number(dollars)] as const] : [])),
  );
}

/**
 * Returns the estimated cost of a try in dollars. A rejected or skipped try is free at every vendor; one that failed
 * or that we aborted may have been billed (an unusable image, a render aborted half-way), so it counts.
 */
export function getCost(
  costs: ProviderCosts,
  { provider, failure, skipped, aborted }: Omit<ProviderTry, 'ms'>,
): number {
  const worked = !skipped && (aborted || failure === undefined || failure === 'failed');
  return worked ? (costs.get(provider) ?? 0) : 0;
}

/** Returns the same in millionths of a dollar, rounded once: whole numbers add up without drift. */
export const getMicrodollars = (costs: ProviderCosts, attempt: Omit<ProviderTry, 'ms'>): number =>
  Math.round(getCost(costs, attempt) * 1_000_000);
