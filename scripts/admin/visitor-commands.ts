import type { Command } from 'commander';
import { eraseVisitor, visitorOfEvent } from '../../shared/events/erase-visitor.ts';
import { withDatabase } from './backends.ts';
import { AdminError, print, withJson } from './output.ts';
import { storeOf } from './store-of.ts';

interface EraseOptions {
  store: string;
  anonymousId?: string;
  event?: string;
  json?: boolean;
}

/** `visitor erase` */
export function visitorCommands(program: Command): void {
  const visitor = program.command('visitor').description('Shoppers');
  withJson(visitor.command('erase').description('delete everything that is kept of one visitor of one store'))
    .requiredOption('--store <slug>', 'the store')
    .option('--anonymous-id <id>', 'the visitor')
    .option('--event <id>', 'one of their events, instead of --anonymous-id')
    .action(erase);
}

async function erase(options: EraseOptions): Promise<void> {
  if ((options.anonymousId === undefined) === (options.event === undefined)) {
    throw new AdminError('Give --anonymous-id or --event, one of them.');
  }
  const erased = await withDatabase(async (database) => {
    const { _id } = await storeOf(database, options.store);
    const visitor = options.anonymousId ?? (await visitorOfEvent(database.events, _id, options.event ?? ''));
    if (visitor === undefined) throw new AdminError(`Store ${options.store} has no event ${options.event}.`);
    return eraseVisitor(database, _id, visitor);
  });
  print(options, erased, () => `${erased.events} events were deleted, ${erased.orders} orders unlinked.`);
}
