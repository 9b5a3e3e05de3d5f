import type { Command } from 'commander';
import { acceptNewSettings } from '../../shared/installation/installation.ts';
import { withDatabase } from './backends.ts';
import { print, withJson } from './output.ts';

/** `installation accept` */
export function installationCommands(program: Command): void {
  const installation = program.command('installation').description('Settings that all processes must share');
  withJson(
    installation
      .command('accept')
      .description('let the next processes start with other settings, e.g. before a rolling deploy'),
  ).action(accept);
}

async function accept(options: { json?: boolean }): Promise<void> {
  await withDatabase((database) => acceptNewSettings(database.installations));
  print(
    options,
    { accepted: true },
    () =>
      'The next process that starts decides SECRETS_KEY, QUEUE_PREFIX, RENDER_PROVIDERS and DEDICATED_PROVIDERS.',
  );
}
