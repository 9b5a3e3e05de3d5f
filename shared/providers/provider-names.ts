/** Every render provider there is; a worker knows how to make each (workers/providers/registry.ts). */
export const providerNames = ['gemini', 'openai', 'fal', 'replicate', 'comfyui', 'cog', 'local'] as const;
export type ProviderName = (typeof providerNames)[number];

/** The first of these that is no provider. */
export function unknownProvider(names: readonly string[]): string | undefined {
  const known: readonly string[] = providerNames;
  return names.find((name) => !known.includes(name));
}
