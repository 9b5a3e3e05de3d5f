import type { Command } from 'commander';
import { createBlobStorage } from '../../shared/blobs/create-blob-storage.ts';
import { adoptBlobs } from '../../shared/installation/pair.ts';
import { withDatabase } from './backends.ts';
import { print, withJson } from './output.ts';

/** `blobs adopt` */
export function blobCommands(program: Command): void {
  const blobs = program.command('blobs').description('The blob storage');
  withJson(
    blobs
      .command('adopt')
      .description('declare that this blob storage belongs to this database, e.g. after a restore'),
  ).action(adopt);
}

async function adopt(options: { json?: boolean }): Promise<void> {
  const result = await withDatabase(async (database, config) => {
    const blobs = createBlobStorage(config);
    try {
      return {
        installationId: await adoptBlobs({ ...database, blobs }),
        blobs: config.S3_BUCKET || config.DATA_DIR,
      };
    } finally {
      await blobs.close();
    }
  });
  print(options, result, () =>
    [
      `The blob storage ${result.blobs} now belongs to this database (${result.installationId}).`,
      'Images of renders that this database does not know are removed after an hour.',
    ].join('\n'),
  );
}
