import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config/load.ts';
import type { Config } from '../config/variables.ts';
import { createSecretBox, type SecretBox } from './secret-box.ts';

const base64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/**
 * Loads the secret box of this installation: keys from SECRETS_KEY; outside production, a key that is generated
 * once in DATA_DIR and shared by all processes with that folder.
 * @throws ConfigError naming SECRETS_KEY when a key is malformed, or missing in production.
 */
export async function loadSecretBox(
  config: Pick<Config, 'SECRETS_KEY' | 'NODE_ENV' | 'DATA_DIR'>,
): Promise<SecretBox> {
  const [newest, ...older] = config.SECRETS_KEY.map(parseKey);
  if (newest) return createSecretBox([newest, ...older]);
  if (config.NODE_ENV === 'production') {
    throw new ConfigError(
      'Configuration: SECRETS_KEY is required in production; generate one with openssl rand -base64 32.',
    );
  }
  return createSecretBox([await developmentKey(config.DATA_DIR)]);
}

function parseKey(text: string): Buffer {
  if (base64.test(text)) return Buffer.from(text, 'base64');
  throw new ConfigError('Configuration: SECRETS_KEY must be a comma list of keys of 32 bytes in base64.');
}

async function developmentKey(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, 'secrets-key');
  const candidate = join(dataDir, `secrets-key.${process.pid}-${randomBytes(4).toString('hex')}`);
  await mkdir(dataDir, { recursive: true });
  await writeFile(candidate, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  // API, worker and CLI start concurrently: creating a link is atomic, and only the first one succeeds.
  await link(candidate, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(candidate);
  return parseKey((await readFile(file, 'utf8')).trim());
}
