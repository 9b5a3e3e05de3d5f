import type { Command } from 'commander';
import { mongodbAddress } from '../../shared/config/rules.ts';
import { getHosts } from '../../shared/mongodb/connect.ts';
import type { Comparison } from './database-copy/compare-collection.ts';
import { copyDatabase } from './database-copy/copy-database.ts';
import { openEmbeddedSource } from './database-copy/embedded-source.ts';
import { AdminError, formatTable, print, withJson } from './output.ts';

interface CopyCommandOptions {
  to: string;
  json?: boolean;
}

/** `database copy` */
export function databaseCommands(program: Command): void {
  const database = program.command('database').description('The database');
  withJson(
    database
      .command('copy')
      .description(
        'copy the database of MONGODB_URI, or the embedded one in DATA_DIR, to another MongoDB; safe to run again',
      ),
  )
    .requiredOption('--to <uri>', 'an empty database: mongodb://host[:port][,…]/DATABASE')
    .action(copy);
}

async function copy(options: CopyCommandOptions): Promise<void> {
  const { error } = mongodbAddress().label('--to').validate(options.to);
  if (error) throw new AdminError(`${error.message}.`);
  const source = process.env.MONGODB_URI
    ? { url: process.env.MONGODB_URI, close: async () => undefined }
    : await openEmbeddedSource(process.env);
  try {
    const collections = await copyDatabase({
      from: source.url,
      to: options.to,
      onCopied: (name, documents) => {
        if (!options.json) console.error(`copied ${name}: ${documents}`);
      },
    });
    const equal = collections.every((row) => row.equal);
    print(options, { equal, collections }, () => describe(collections, equal, options.to));
    if (!equal) {
      throw new AdminError('The copy differs from its source; no process starts with it. Copy again.', 2);
    }
  } finally {
    await source.close();
  }
}

function describe(collections: Comparison[], equal: boolean, to: string): string {
  const header = ['collection', 'documents', 'copied', 'indexes', 'copied', 'hash', 'copied', ''];
  const rows = collections.map(({ collection, source, target, equal: same }) => [
    collection,
    ...[source.documents, target.documents, source.indexes, target.indexes].map(String),
    ...[source.hash, target.hash].map((hash) => hash.slice(0, 12)),
    same ? 'equal' : 'DIFFERENT',
  ]);
  const next = `Now set MONGODB_URI to the database at ${getHosts(to)}, and keep DATA_DIR/blobs or S3_BUCKET, and SECRETS_KEY.`;
  return [formatTable(header, rows), ...(equal ? [next] : [])].join('\n');
}
