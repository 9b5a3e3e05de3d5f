const register = new URL('./register.mjs', import.meta.url);
// Those who run a whole suite bundle its entry points first; children of children get it by these arguments too.
if (process.env.BUNDLES) register.searchParams.set('bundles', process.env.BUNDLES);

/** Arguments of Node for a process that runs TypeScript, before the path of its file. */
export const typeScriptArguments = ['--import', register.href];
