import type { Command } from 'commander';
import { keyScopes } from '../../shared/keys/key-scopes.ts';
import { listKeys, revokeKey } from '../../shared/keys/keys.ts';
import { orderKey, rollKey } from '../../shared/keys/manage-keys.ts';
import { withDatabase } from './backends.ts';
import { AdminError, formatTable, print, withJson } from './output.ts';

interface CreateOptions {
  account: string;
  mode: string;
  name: string;
  scopes?: string[];
  expires?: string;
  addresses?: string[];
  creditsPerDay?: string;
  json?: boolean;
}

/** `key create`, `key list`, `key roll`, `key revoke` */
export function keyCommands(program: Command): void {
  const key = program.command('key').description('API keys');
  withJson(key.command('create').description('make a key; it is shown this once'))
    .requiredOption('--account <id>', 'the account that pays')
    .option('--mode <mode>', 'live, or test: local renderer, not charged', 'live')
    .option('--name <name>', 'what the key is for', 'unnamed')
    .option('--scopes <scope...>', `what it may do: ${keyScopes.join(', ')}; everything when left out`)
    .option('--expires <date>', 'valid until then, such as 2027-01-31; for ever when left out')
    .option('--addresses <network...>', 'valid from there only, such as 203.0.113.0/24')
    .option('--credits-per-day <number>', 'credits that it may spend in a day (UTC)')
    .action(create);
  withJson(key.command('list').description('list the keys of an account'))
    .requiredOption('--account <id>', 'the account')
    .action(list);
  withJson(
    key.command('roll').description('replace a key by one with the same bounds; it is shown this once'),
  )
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--key <id>', 'the key id, as in key list')
    .option('--overlap-hours <hours>', 'how long the former key stays valid', '24')
    .action(roll);
  withJson(key.command('revoke').description('revoke a key from the next request on'))
    .requiredOption('--key <id>', 'the key id, as in key list')
    .action(revoke);
}

async function create(options: CreateOptions): Promise<void> {
  const { account, mode, name, scopes, addresses, expires, creditsPerDay } = options;
  if (mode !== 'live' && mode !== 'test') throw new AdminError('--mode must be live or test.');
  const order = {
    ...{ mode, name },
    ...(scopes ? { scopes } : {}),
    ...(addresses ? { addresses } : {}),
    ...(expires ? { expiresAt: new Date(expires) } : {}),
    ...(creditsPerDay ? { creditsPerDay: Number(creditsPerDay) } : {}),
  };
  const made = await withDatabase(async (database) => {
    if (!(await database.accounts.exists({ _id: account }))) {
      throw new AdminError(`There is no account ${account}; see account list.`);
    }
    return orderKey(database.keys, account, order);
  });
  print(options, made, () => `Key ${made.keyId}, shown only now:\n${made.key}`);
}

async function list(options: { account: string; json?: boolean }): Promise<void> {
  const keys = await withDatabase((database) => listKeys(database.keys, options.account));
  const rows = keys.map(({ _id, ...key }) => ({ keyId: _id, ...key }));
  print(options, { keys: rows }, () =>
    formatTable(
      ['KEY', 'STARTS WITH', 'NAME', 'MODE', 'CREATED', 'LAST USED', 'REVOKED'],
      rows.map((row) => [
        row.keyId,
        row.hint,
        row.name,
        row.mode,
        ...[row.createdAt, row.lastUsedAt, row.revokedAt].map(day),
      ]),
    ),
  );
}

function day(date: Date | undefined): string {
  return date ? date.toISOString().slice(0, 16).replace('T', ' ') : '–';
}

interface RollOptions {
  account: string;
  key: string;
  overlapHours: string;
  json?: boolean;
}

async function roll(options: RollOptions): Promise<void> {
  const hours = Number(options.overlapHours);
  if (!(hours >= 0 && hours <= 720)) throw new AdminError('--overlap-hours must be a number from 0 to 720.');
  const rolled = await withDatabase(({ keys }) => rollKey(keys, options.account, options.key, hours));
  print(
    options,
    rolled,
    () =>
      `Key ${rolled.keyId}, shown only now:\n${rolled.key}\nThe former one is valid until ${rolled.expiresAt.toISOString()}.`,
  );
}

async function revoke(options: { key: string; json?: boolean }): Promise<void> {
  const known = await withDatabase((database) => revokeKey(database.keys, options.key));
  if (!known) throw new AdminError(`There is no key ${options.key}; see key list.`);
  print(options, { keyId: options.key, revoked: true }, () => `Key ${options.key} is revoked.`);
}
