const register = new URL('./register.mjs', import.meta.url);

/**
 * Returns the arguments of Node for a process that runs TypeScript, before the path of its file. Those who run a whole
 * suite bundle its entry points first; children of children get `bundles`, the list of them, by these arguments too.
 */
export function getTypeScriptArguments(bundles = process.env.BUNDLES): string[] {
  const url = new URL(register);
  if (bundles) url.searchParams.set('bundles', bundles);
  return ['--import', url.href];
}

export const typeScriptArguments = getTypeScriptArguments();
