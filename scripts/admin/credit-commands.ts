import type { Command } from 'commander';
import type { AccountDoc } from '../../shared/accounts/account-model.ts';
import { createBlobStorage } from '../../shared/blobs/create-blob-storage.ts';
import { GrantConflict, grantCredits } from '../../shared/credits/credits.ts';
import { newId } from '../../shared/ids.ts';
import { type Verification, verifyInvariants } from '../../shared/invariants/verify.ts';
import { withDatabase } from './backends.ts';
import { AdminError, print, wholeNumber, withJson } from './output.ts';

interface GrantOptions {
  account: string;
  amount: string;
  id?: string;
  note?: string;
  json?: boolean;
}

/** `credits grant`, `credits show`, `credits verify` */
export function creditCommands(program: Command): void {
  const credits = program.command('credits').description('Prepaid credits');
  withJson(credits.command('grant').description('add credits to an account'))
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--amount <n>', 'credits to add')
    .option('--id <id>', 'id of this grant; each id is granted once, so that a failed call can be retried')
    .option('--note <text>', 'why, for the ledger')
    .action(grant);
  withJson(credits.command('show').description('credits of an account'))
    .requiredOption('--account <id>', 'the account')
    .action(show);
  withJson(credits.command('verify').description('check every invariant over the whole database'))
    .option('--at-rest', 'nothing is in progress: open renders and holds are problems too')
    .action(verify);
}

async function grant(options: GrantOptions): Promise<void> {
  const amount = wholeNumber('--amount', options.amount, 1, 1e9);
  const grantId = options.id ?? newId('grant');
  const note = options.note ? { note: options.note } : {};
  const credits = await withDatabase(async (database) => {
    await accountOrFail(database.accounts.exists({ _id: options.account }), options.account);
    return grantCredits(database, {
      account: options.account,
      grantId,
      amount,
      ...note,
      at: new Date(),
    }).catch((error: unknown) => {
      throw error instanceof GrantConflict ? new AdminError(`--id ${error.message}`) : error;
    });
  });
  print(
    options,
    { grantId, ...credits },
    () => `Grant ${grantId}: ${amount} credits; ${credits.available} available.`,
  );
}

async function accountOrFail<Found>(found: Promise<Found | null>, account: string): Promise<Found> {
  const result = await found;
  if (result === null) throw new AdminError(`There is no account ${account}; see account list.`);
  return result;
}

async function show(options: { account: string; json?: boolean }): Promise<void> {
  const { credits } = await withDatabase((database) =>
    accountOrFail(
      database.accounts.findById(options.account, { credits: 1 }).lean<AccountDoc>(),
      options.account,
    ),
  );
  const { granted, available, held, spent } = credits;
  print(options, { granted, available, held, spent }, () => {
    return `granted ${granted} = available ${available} + held ${held} + spent ${spent}`;
  });
}

async function verify(options: { atRest?: boolean; json?: boolean }): Promise<void> {
  const result = await withDatabase(async (database, config) => {
    const blobs = createBlobStorage(config);
    try {
      return await verifyInvariants({ database, blobs, atRest: options.atRest ?? false });
    } finally {
      await blobs.close();
    }
  });
  print(options, result, () => describe(result));
  if (!result.ok) throw new AdminError('The database breaks an invariant; see the problems above.', 2);
}

function describe({ accounts, renders, problems }: Verification): string {
  if (problems.length === 0) return `All invariants hold over ${accounts} accounts and ${renders} renders.`;
  return problems
    .map(
      ({ invariant, rule, offender, found, count }) =>
        `${invariant} ${rule}: ${offender} (${found}); ${count} in all`,
    )
    .join('\n');
}
