import { Command } from 'commander';
import { accountCommands } from './account-commands.ts';
import { blobCommands } from './blob-commands.ts';
import { catalogCommands } from './catalog-commands.ts';
import { creditCommands } from './credit-commands.ts';
import { databaseCommands } from './database-commands.ts';
import { deliveryCommands } from './delivery-commands.ts';
import { doctorCommand } from './doctor-command.ts';
import { flowCommands } from './flow-commands.ts';
import { incidentCommands } from './incident-commands.ts';
import { indexCommands } from './index-commands.ts';
import { installationCommands } from './installation-commands.ts';
import { integrationCommands } from './integration-commands.ts';
import { keyCommands } from './key-commands.ts';
import { kpiCommands } from './kpi-commands.ts';
import { listenCommand } from './listen-command.ts';
import { lookCommands } from './look-commands.ts';
import { operatorTokenCommands } from './operator-token-commands.ts';
import { AdminError, json, printable } from './output.ts';
import { personCommands } from './person-commands.ts';
import { queueCommands } from './queue-commands.ts';
import { renderCommands } from './render-commands.ts';
import { storeCommands } from './store-commands.ts';
import { visitorCommands } from './visitor-commands.ts';
import { workerCommands } from './worker-commands.ts';

const subjects = [
  accountCommands,
  keyCommands,
  creditCommands,
  storeCommands,
  catalogCommands,
  flowCommands,
  integrationCommands,
  personCommands,
  operatorTokenCommands,
  deliveryCommands,
  listenCommand,
  visitorCommands,
  lookCommands,
  kpiCommands,
  blobCommands,
  installationCommands,
  databaseCommands,
  indexCommands,
  renderCommands,
  queueCommands,
  workerCommands,
  incidentCommands,
  doctorCommand,
];

/** With `--json` errors are JSON too, on stderr: `{"error":"…"}`. */
function printError(message: string, asJson: boolean, detail: object = {}): void {
  console.error(asJson ? json({ error: message, ...detail }) : printable(message));
}

/**
 * Runs one command of the operator's command line; `args` without the program's own names.
 * @returns the exit code; prints its errors itself.
 */
export async function runCommand(args: string[]): Promise<number> {
  const asJson = args.includes('--json');
  const program = new Command('admin')
    .description(
      'Accounts, keys, credits, stores, renders and workers of the platform. Each command takes --json.',
    )
    .usage('<subject> <verb> [options]')
    // Otherwise the options of `render` would take those of its verbs, such as --json.
    .enablePositionalOptions()
    .showHelpAfterError(!asJson)
    .configureOutput({
      outputError: (text, write) => (asJson ? printError(trimmed(text), true) : write(printable(text))),
    })
    .exitOverride();
  for (const commands of subjects) commands(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return exitCode(error, asJson);
  }
}

/** Commander's messages begin with `error: `. */
const trimmed = (text: string) => text.trim().replace(/^error: /, '');

function exitCode(error: unknown, asJson: boolean): number {
  if (error instanceof AdminError) {
    printError(error.message, asJson, error.detail);
    return error.exitCode;
  }
  // Commander has already printed its help or its error.
  if (error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number')
    return error.exitCode;
  printError(error instanceof Error ? error.message : String(error), asJson);
  return 1;
}
