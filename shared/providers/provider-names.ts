/** Every render provider; workers/providers/registry.ts creates them. */
export const providerNames = ['gemini', 'openai', 'fal', 'replicate', 'comfyui', 'cog', 'local'] as const;
export type ProviderName = (typeof providerNames)[number];

/** Returns the first of these that is not a provider. */
export function unknownProvider(names: readonly string[]): string | undefined {
  const known: readonly string[] = providerNames;
  return names.find((name) => !known.includes(name));
}
