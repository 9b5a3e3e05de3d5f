import type { Command } from 'commander';
import type { AccountDoc } from '../../shared/accounts/account-model.ts';
import {
  createAccount,
  resumeAccount,
  suspendAccount,
  updateAccount,
} from '../../shared/accounts/accounts.ts';
import { grantCredits } from '../../shared/credits/credits.ts';
import { newId } from '../../shared/ids.ts';
import { silentLogger } from '../../shared/log.ts';
import { prepareIndexes } from '../../shared/mongodb/indexes/prepare-indexes.ts';
import { withDatabase } from './backends.ts';
import { AdminError, formatTable, print, wholeNumber, withJson } from './output.ts';
import { webhookCommands } from './webhook-commands.ts';

interface CreateOptions {
  name: string;
  credits: string;
  perMinute?: string;
  concurrent?: string;
  json?: boolean;
}

/** `account create`, `account update`, `account suspend`, `account resume`, `account webhook`, `account list` */
export function accountCommands(program: Command): void {
  const account = program.command('account').description('Developer accounts');
  withJson(account.command('create').description('make an account'))
    .requiredOption('--name <name>', 'whose account it is')
    .option('--credits <n>', 'credits granted at once', '0')
    .option('--per-minute <n>', 'renders a minute for each of its keys, instead of RATE_LIMIT_PER_MINUTE')
    .option('--concurrent <n>', 'renders at once for each of its keys, instead of RATE_LIMIT_CONCURRENT')
    .action(create);
  withJson(account.command('update').description('change the name or the limits of an account'))
    .requiredOption('--account <id>', 'the account')
    .option('--name <name>', 'whose account it is')
    .option('--per-minute <n>', 'renders a minute for each of its keys; "default" for RATE_LIMIT_PER_MINUTE')
    .option('--concurrent <n>', 'renders at once for each of its keys; "default" for RATE_LIMIT_CONCURRENT')
    .action(update);
  withJson(account.command('suspend').description('refuse the renders that an account starts from now on'))
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--reason <text>', 'why; its callers read it')
    .action(suspend);
  withJson(account.command('resume').description('end the suspension of an account'))
    .requiredOption('--account <id>', 'the account')
    .action(resume);
  webhookCommands(account);
  withJson(account.command('list').description('list accounts')).action(list);
}

async function create(options: CreateOptions): Promise<void> {
  const credits = wholeNumber('--credits', options.credits, 0, 1e9);
  const limits = {
    ...(options.perMinute ? { perMinute: wholeNumber('--per-minute', options.perMinute, 1, 1e6) } : {}),
    ...(options.concurrent ? { concurrent: wholeNumber('--concurrent', options.concurrent, 1, 1e5) } : {}),
  };
  const { accountId } = await withDatabase(async (database) => {
    await prepareIndexes(database, { build: false, log: silentLogger() });
    const { _id } = await createAccount(database.accounts, { name: options.name, limits });
    if (credits > 0) {
      const grant = {
        account: _id,
        grantId: newId('grant'),
        amount: credits,
        note: 'at creation',
        at: new Date(),
      };
      await grantCredits(database, grant);
    }
    return { accountId: _id };
  });
  print(options, { accountId }, () => `Account ${accountId} (${options.name}) with ${credits} credits.`);
}

interface UpdateOptions {
  account: string;
  name?: string;
  perMinute?: string;
  concurrent?: string;
  json?: boolean;
}

async function update(options: UpdateOptions): Promise<void> {
  const { name, perMinute, concurrent } = options;
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(perMinute === undefined ? {} : { perMinute: parseLimit('--per-minute', perMinute, 1e6) }),
    ...(concurrent === undefined ? {} : { concurrent: parseLimit('--concurrent', concurrent, 1e5) }),
  };
  if (Object.keys(change).length === 0) {
    throw new AdminError('Nothing to change: give --name, --per-minute or --concurrent.');
  }
  const account = await withDatabase(({ accounts }) => updateAccount(accounts, options.account, change));
  const { _id: accountId, limits = {} } = account;
  print(options, { accountId, name: account.name, limits }, () => {
    const { perMinute: rate = 'default', concurrent: parallel = 'default' } = limits;
    return `Account ${accountId} (${account.name}): renders per minute ${rate}, concurrent ${parallel}.`;
  });
}

interface SuspendOptions {
  account: string;
  reason: string;
  json?: boolean;
}

async function suspend({ account, reason, ...options }: SuspendOptions): Promise<void> {
  await withDatabase(({ accounts }) => suspendAccount(accounts, account, { reason }));
  print(options, { accountId: account, suspended: true }, () => `Account ${account} is suspended: ${reason}`);
}

async function resume({ account, ...options }: Omit<SuspendOptions, 'reason'>): Promise<void> {
  await withDatabase(({ accounts }) => resumeAccount(accounts, account));
  print(options, { accountId: account, suspended: false }, () => `Account ${account} is in use again.`);
}

function parseLimit(option: string, value: string, max: number): number | null {
  return value === 'default' ? null : wholeNumber(option, value, 1, max);
}

const listed = 1000;

async function list(options: { json?: boolean }): Promise<void> {
  const accounts = await withDatabase((database) =>
    database.accounts.find({}, { name: 1, credits: 1 }).sort({ _id: 1 }).limit(listed).lean<AccountDoc[]>(),
  );
  const rows = accounts.map(({ _id, name, credits }) => ({ accountId: _id, name, ...credits }));
  print(options, { accounts: rows }, () =>
    formatTable(
      ['ACCOUNT', 'NAME', 'AVAILABLE', 'HELD', 'SPENT', 'GRANTED'],
      rows.map((row) => [
        row.accountId,
        row.name,
        ...[row.available, row.held, row.spent, row.granted].map(String),
      ]),
    ),
  );
}
