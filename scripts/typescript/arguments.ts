/** Arguments of Node for a process that runs TypeScript, before the path of its file. */
export const typeScriptArguments = ['--import', new URL('./register.mjs', import.meta.url).href];
