import type { Config } from '../config/variables.ts';
import type { SharedSettings } from './installation-model.ts';

export type SettingsOf = Pick<Config, 'RENDER_PROVIDERS' | 'DEDICATED_PROVIDERS' | 'QUEUE_PREFIX'>;

export function pickSharedSettings(config: SettingsOf, secretsKeys: readonly string[]): SharedSettings {
  return {
    secretsKeys: [...secretsKeys],
    renderProviders: config.RENDER_PROVIDERS.join(','),
    dedicatedProviders: [...config.DEDICATED_PROVIDERS].sort().join(','),
    queuePrefix: config.QUEUE_PREFIX,
  };
}

/** The settings that every running process must have alike, and their variables. */
const compared = [
  ['QUEUE_PREFIX', 'queuePrefix'],
  ['RENDER_PROVIDERS', 'renderProviders'],
  ['DEDICATED_PROVIDERS', 'dedicatedProviders'],
] as const;

/**
 * Returns the reason why a process with the settings `own` must not start; `undefined` if it may. Keys may be rotated, so that
 * one key in common is enough; they are compared even when no other process runs, since saved secrets could
 * not be decrypted. The other settings may change while no process runs.
 */
export function disagreement(
  saved: SharedSettings,
  own: SharedSettings,
  othersRun: boolean,
): string | undefined {
  if (!saved.secretsKeys.some((key) => own.secretsKeys.includes(key))) {
    return 'SECRETS_KEY is not the key of this installation: saved secrets could not be decrypted; set the SECRETS_KEY of the other processes';
  }
  if (!othersRun) return undefined;
  for (const [variable, name] of compared) {
    if (saved[name] === own[name]) continue;
    return `${variable} is "${own[name]}", but "${saved[name]}" in the running processes of this installation; set the same value everywhere`;
  }
  return undefined;
}
