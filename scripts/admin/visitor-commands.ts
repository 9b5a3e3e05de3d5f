import type { Command } from 'commander';
import { eraseVisitor } from '../../shared/events/erase-visitor.ts';
import { withDatabase } from './backends.ts';
import { print, withJson } from './output.ts';
import { storeOf } from './store-of.ts';

interface EraseOptions {
  store: string;
  anonymousId: string;
  json?: boolean;
}

/** `visitor erase` */
export function visitorCommands(program: Command): void {
  const visitor = program.command('visitor').description('Shoppers');
  withJson(visitor.command('erase').description('delete everything that is kept of one visitor of one store'))
    .requiredOption('--store <slug>', 'the store')
    .requiredOption('--anonymous-id <id>', 'the visitor')
    .action(erase);
}

async function erase(options: EraseOptions): Promise<void> {
  const erased = await withDatabase(async (database) =>
    eraseVisitor(database, (await storeOf(database, options.store))._id, options.anonymousId),
  );
  print(options, erased, () => `${erased.events} events were deleted, ${erased.orders} orders unlinked.`);
}
