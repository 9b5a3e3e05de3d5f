import type { Command } from 'commander';
import { createBlobStorage } from '../../shared/blobs/create-blob-storage.ts';
import type { Config } from '../../shared/config/variables.ts';
import type { Database } from '../../shared/database/database.ts';
import { visitorOfEvent } from '../../shared/events/erase-visitor.ts';
import { type Erased, eraseEverything } from '../../shared/try-on/erase-everything.ts';
import { withDatabase } from './backends.ts';
import { findStore } from './find-store.ts';
import { AdminError, print, withJson } from './output.ts';
import { withRedis } from './redis.ts';

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
    .option(
      '--anonymous-id <id>',
      'the visitor: what the storefront passed, or the service_visitor_id of the browser',
    )
    .option('--event <id>', 'one of their events, instead of --anonymous-id')
    .action(erase);
}

async function erase(options: EraseOptions): Promise<void> {
  if ((options.anonymousId === undefined) === (options.event === undefined)) {
    throw new AdminError('Give --anonymous-id or --event, one of them.');
  }
  const erased = await withDatabase(async (database, config) => {
    const { _id } = await findStore(database, options.store);
    const visitor = options.anonymousId ?? (await visitorOfEvent(database.events, _id, options.event ?? ''));
    if (visitor === undefined) throw new AdminError(`Store ${options.store} has no event ${options.event}.`);
    return eraseWithStorage(database, config, { store: _id, visitor });
  });
  print(options, erased, () => describeErased(erased));
}

function describeErased(erased: Erased): string {
  const { events, orders, photos, renders, looks, otherIds } = erased;
  const done = `${events} events, ${photos} photos and ${looks} shared looks were deleted, ${orders} orders and ${renders} try-ons unlinked.`;
  if (otherIds.length === 0) return done;
  return [
    done,
    'The same browser also sent these ids, whose events were kept; erase those that are the visitor’s too:',
    ...otherIds.map((id) => `  ${id}`),
  ].join('\n');
}

function eraseWithStorage(
  database: Database,
  config: Config,
  { store, visitor }: { store: string; visitor: string },
): Promise<Erased> {
  return withRedis(config, async (connection) => {
    const blobs = createBlobStorage(config);
    const places = { database, blobs, connection, prefix: config.QUEUE_PREFIX, retention: config };
    try {
      return await eraseEverything(places, store, visitor);
    } finally {
      await blobs.close();
    }
  });
}
