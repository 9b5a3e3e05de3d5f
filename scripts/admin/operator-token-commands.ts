import type { Command } from 'commander';
import { silentLogger } from '../../shared/log.ts';
import { prepareIndexes } from '../../shared/mongodb/indexes/prepare-indexes.ts';
import {
  createOperatorToken,
  listOperatorTokens,
  revokeOperatorToken,
} from '../../shared/operators/operator-tokens.ts';
import { withDatabase } from './backends.ts';
import { formatTable, print, wholeNumber, withJson } from './output.ts';

interface CreateOptions {
  name: string;
  days: string;
  addresses?: string[];
  json?: boolean;
}

/** `operator-token create`, `operator-token list`, `operator-token revoke` */
export function operatorTokenCommands(program: Command): void {
  const token = program
    .command('operator-token')
    .description('Tokens for programs of the operator: /api/ops');
  withJson(token.command('create').description('make a token; it is shown this once'))
    .requiredOption('--name <name>', 'what the token is for; the audit log has it')
    .option('--days <days>', 'valid for so long, at most 366', '90')
    .option('--addresses <network...>', 'valid from there only, such as 203.0.113.0/24')
    .action(create);
  withJson(token.command('list').description('list the tokens')).action(list);
  withJson(token.command('revoke').description('revoke a token from the next request on'))
    .requiredOption('--token <id>', 'the token id, as in operator-token list')
    .action(revoke);
}

async function create({ name, addresses, ...options }: CreateOptions): Promise<void> {
  const days = wholeNumber('--days', options.days, 1, 366);
  const made = await withDatabase(async (database) => {
    await prepareIndexes(database, { build: false, log: silentLogger() });
    return createOperatorToken(database.operatorTokens, { name, days, ...(addresses && { addresses }) });
  });
  print(
    options,
    made,
    () =>
      `Operator token ${made.tokenId}, valid until ${made.expiresAt.toISOString()}, shown only now:\n${made.token}`,
  );
}

async function list(options: { json?: boolean }): Promise<void> {
  const found = await withDatabase((database) => listOperatorTokens(database.operatorTokens));
  const tokens = found.map(({ _id: tokenId, ...token }) => ({ tokenId, ...token }));
  print(options, { tokens }, () =>
    formatTable(
      ['TOKEN', 'STARTS WITH', 'NAME', 'CREATED', 'EXPIRES', 'REVOKED'],
      tokens.map(({ tokenId, hint, name, createdAt, expiresAt, revokedAt }) => [
        ...[tokenId, hint, name, createdAt.toISOString(), expiresAt.toISOString()],
        revokedAt?.toISOString() ?? '-',
      ]),
    ),
  );
}

async function revoke({ token, ...options }: { token: string; json?: boolean }): Promise<void> {
  await withDatabase((database) => revokeOperatorToken(database.operatorTokens, token));
  print(options, { tokenId: token, revoked: true }, () => `Operator token ${token} is revoked.`);
}
