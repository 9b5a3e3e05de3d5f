import { Command } from 'commander';
import { accountCommands } from './admin/account-commands.ts';
import { catalogCommands } from './admin/catalog-commands.ts';
import { creditCommands } from './admin/credit-commands.ts';
import { deliveryCommands } from './admin/delivery-commands.ts';
import { integrationCommands } from './admin/integration-commands.ts';
import { keyCommands } from './admin/key-commands.ts';
import { kpiCommands } from './admin/kpi-commands.ts';
import { AdminError } from './admin/output.ts';
import { storeCommands } from './admin/store-commands.ts';
import { visitorCommands } from './admin/visitor-commands.ts';

const subjects = [
  accountCommands,
  keyCommands,
  creditCommands,
  storeCommands,
  catalogCommands,
  integrationCommands,
  deliveryCommands,
  visitorCommands,
  kpiCommands,
];

/** The operator's command line; `args` without the program's own names. */
async function main(args: string[]): Promise<number> {
  const program = new Command('admin')
    .description('Accounts, keys, credits and stores of the render platform. Each command takes --json.')
    .usage('<subject> <verb> [options]')
    .showHelpAfterError()
    .exitOverride();
  for (const commands of subjects) commands(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return exitCode(error);
  }
}

function exitCode(error: unknown): number {
  if (error instanceof AdminError) {
    console.error(error.message);
    return error.exitCode;
  }
  // Commander has already printed its help or its error.
  if (error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number')
    return error.exitCode;
  console.error(error instanceof Error ? error.message : String(error));
  return 1;
}

process.exitCode = await main(process.argv.slice(2));
