/** One try of a render provider. */
export interface ProviderTry {
  provider: string;
  failure?: string;
  /** It refused the content. */
  safety?: true;
  /** It did not answer in its time. */
  hung?: true;
  /** Not asked, because its breaker is open. */
  skipped?: true;
  /** Broken off by us. */
  aborted?: true;
  ms: number;
}

/** How a try counts: `ok`, its failure class, `aborted` or `skipped`. */
export function outcomeOf({ failure, skipped, aborted }: ProviderTry): string {
  if (skipped) return 'skipped';
  return aborted ? 'aborted' : (failure ?? 'ok');
}

/** Dollars of one call of each render provider, about; who is not named costs nothing. */
export type ProviderCosts = ReadonlyMap<string, number>;

/** Reads `PROVIDER_COSTS`, e.g. `gemini:0.101,openai:0.053`, whose form the configuration has checked. */
export function readProviderCosts(text: string): ProviderCosts {
  const entries = text.split(',').map((entry) => entry.trim().split(':'));
  return new Map(
    entries.flatMap(([name, dollars]) => (name && dollars ? [[name, Number(dollars)] as const] : [])),
  );
}

/**
 * What a try cost, about, in dollars. A try that was refused or not taken is free at every vendor; one that
 * failed or that we broke off may have been billed (an image we could not use, a render given up on the way),
 * so it counts.
 */
export function costOf(
  costs: ProviderCosts,
  { provider, failure, skipped, aborted }: Omit<ProviderTry, 'ms'>,
): number {
  const worked = !skipped && (aborted || failure === undefined || failure === 'failed');
  return worked ? (costs.get(provider) ?? 0) : 0;
}
