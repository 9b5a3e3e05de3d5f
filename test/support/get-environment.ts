import type { Config } from '../../shared/config/variables.ts';

/** The environment of a process with these settings, whose optional ones are left out when they are not set. */
export function getEnvironment(config: Config): NodeJS.ProcessEnv {
  const set = Object.entries(config).filter(([, value]) => value !== undefined);
  return { ...process.env, ...Object.fromEntries(set.map(([key, value]) => [key, String(value)])) };
}
