import type { Command } from 'commander';
import type { KeyMode } from '../../shared/keys/key-format.ts';
import { createKey, listKeys, revokeKey } from '../../shared/keys/keys.ts';
import { withDatabase } from './backends.ts';
import { AdminError, formatTable, print, withJson } from './output.ts';

interface CreateOptions {
  account: string;
  mode: string;
  name: string;
  json?: boolean;
}

/** `key create`, `key list`, `key revoke` */
export function keyCommands(program: Command): void {
  const key = program.command('key').description('API keys');
  withJson(key.command('create').description('make a key; it is shown this once'))
    .requiredOption('--account <id>', 'the account that pays')
    .option('--mode <mode>', 'live, or test: local renderer, not charged', 'live')
    .option('--name <name>', 'what the key is for', 'unnamed')
    .action(create);
  withJson(key.command('list').description('list the keys of an account'))
    .requiredOption('--account <id>', 'the account')
    .action(list);
  withJson(key.command('revoke').description('revoke a key from the next request on'))
    .requiredOption('--key <id>', 'the key id, as in key list')
    .action(revoke);
}

async function create(options: CreateOptions): Promise<void> {
  if (options.mode !== 'live' && options.mode !== 'test')
    throw new AdminError('--mode must be live or test.');
  const mode: KeyMode = options.mode;
  const made = await withDatabase(async (database) => {
    if (!(await database.accounts.exists({ _id: options.account }))) {
      throw new AdminError(`There is no account ${options.account}; see account list.`);
    }
    return createKey(database.keys, { account: options.account, mode, name: options.name });
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

async function revoke(options: { key: string; json?: boolean }): Promise<void> {
  const known = await withDatabase((database) => revokeKey(database.keys, options.key));
  if (!known) throw new AdminError(`There is no key ${options.key}; see key list.`);
  print(options, { keyId: options.key, revoked: true }, () => `Key ${options.key} is revoked.`);
}
