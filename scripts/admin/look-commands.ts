import type { Command } from 'commander';
import type { BlobStorage } from '../../shared/blobs/blob-storage.ts';
import { createBlobStorage } from '../../shared/blobs/create-blob-storage.ts';
import type { Database } from '../../shared/database/database.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { findLook, isOpenLook, listLooks, revokeLook } from '../../shared/try-on/shared-looks.ts';
import { withDatabase } from './backends.ts';
import { findStore } from './find-store.ts';
import { AdminError, formatTable, print, withJson } from './output.ts';

/** `look list`, `look revoke` */
export function lookCommands(program: Command): void {
  const look = program.command('look').description('Looks that shoppers have shared by a link');
  withJson(look.command('list').description('list the shared looks of a store, newest first'))
    .requiredOption('--store <slug>', 'the store')
    .action(list);
  withJson(look.command('revoke').description('take a shared look back: its link ends at once'))
    .requiredOption('--store <slug>', 'the store')
    .requiredOption('--look <id>', 'the short id of its link')
    .action(revoke);
}

interface LookOptions {
  store: string;
  json?: boolean;
}

async function list(options: LookOptions): Promise<void> {
  const found = await withDatabase(async ({ stores, sharedLooks }) =>
    listLooks(sharedLooks, await findStore({ stores }, options.store)),
  );
  const looks = found.map((look) => ({
    shortId: look._id,
    state: isOpenLook(look) ? 'shared' : look.revokedAt ? 'revoked' : 'expired',
    items: look.items?.length ?? 0,
    createdAt: look.createdAt,
    expiresAt: isOpenLook(look) ? look.until : null,
  }));
  print(options, { looks }, () =>
    formatTable(
      ['LOOK', 'STATE', 'ITEMS', 'SHARED', 'EXPIRES'],
      looks.map(({ shortId, state, items, createdAt, expiresAt }) => [
        shortId,
        state,
        String(items),
        createdAt.toISOString(),
        expiresAt?.toISOString() ?? '',
      ]),
    ),
  );
}

async function revoke(options: LookOptions & { look: string }): Promise<void> {
  const shortId = await withStore(options.store, async ({ sharedLooks, blobs }, store) => {
    const look = await findLook(sharedLooks, store, options.look);
    if (!look)
      throw new AdminError(`Store ${options.store} has no shared look ${options.look}; see look list.`);
    await revokeLook({ sharedLooks, blobs }, look);
    return look._id;
  });
  print(options, { revoked: shortId }, () => `Look ${shortId} is no longer shared.`);
}

function withStore<Result>(
  slug: string,
  work: (places: Pick<Database, 'sharedLooks'> & { blobs: BlobStorage }, store: StoreDoc) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async (database, config) => {
    const store = await findStore(database, slug);
    const blobs = createBlobStorage(config);
    try {
      return await work({ sharedLooks: database.sharedLooks, blobs }, store);
    } finally {
      await blobs.close();
    }
  });
}
