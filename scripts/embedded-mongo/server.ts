import { createServer, type Server, type Socket } from 'node:net';
import type { Context } from './commands/context.ts';
import { Cursors } from './commands/cursors.ts';
import { FailCommand, type Peer } from './commands/fail-command.ts';
import { runCommand } from './commands/table.ts';
import { noJournal, openJournal } from './journal/journal.ts';
import type { SyncMode } from './journal/writer.ts';
import { StorageEngine } from './storage/storage-engine.ts';
import { startTtlMonitor } from './ttl.ts';
import { serveConnection } from './wire/connection.ts';
import { ReplyWriter } from './wire/reply-writer.ts';

/** A logger; pino's fit. */
export interface EmbeddedLogger {
  readonly info: (fields: object, message: string) => void;
  readonly error: (fields: object, message: string) => void;
}

export interface EmbeddedMongoOptions {
  /** Data folder; null keeps everything in memory only. */
  readonly dir: string | null;
  /** 0 for a free port. */
  readonly port: number;
  readonly log: EmbeddedLogger;
  readonly sync?: SyncMode;
  /** Bytes of documents and overhead; 512 MB by default. */
  readonly maxBytes?: number;
  /** Bytes of journal after which it is compacted into a snapshot; 64 MB by default. */
  readonly compactBytes?: number;
  /** Milliseconds between two searches for expired documents; 5 s by default. */
  readonly ttlIntervalMs?: number;
  /** Called when the disk fails: no further write is acknowledged, so the process should end. */
  readonly onFatal?: (error: Error) => void;
  /** Accepts `configureFailPoint`, by which a client makes commands fail; for tests only. */
  readonly testCommands?: boolean;
  /** Called with the share of the data that was read and indexed, 0–1, while the start takes long. */
  readonly onProgress?: (share: number) => void;
}

export interface EmbeddedMongo {
  /** Connection string without a database's data, e.g. `mongodb://127.0.0.1:4711/render?…`. */
  readonly uri: string;
  readonly port: number;
  readonly close: () => Promise<void>;
}

const megabyte = 2 ** 20;
const hotBytes = 16 * megabyte;
const host = '127.0.0.1';
const defaultMaxBytes = 512 * megabyte;

/** Starts the embedded database on loopback. Throws in production, on a taken port, and on a folder in use or damaged. */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  if (process.env.NODE_ENV === 'production') {
    throw new Error(
      'the embedded database does not run with NODE_ENV=production: set MONGODB_URI to a real MongoDB',
    );
  }
  const { dir, log, maxBytes = defaultMaxBytes } = options;
  const engine = new StorageEngine({ maxBytes, hotBytes });
  const fail = (error: Error): void => {
    log.error({ err: error }, 'embedded database: the journal cannot be written');
    options.onFatal?.(error);
  };
  const journal = dir === null ? noJournal : await openJournal(engine, journalOptions(dir, options, fail));
  if (journal.recovered.cutBytes > 0) {
    log.info(
      { cutBytes: journal.recovered.cutBytes },
      'embedded database: cut off an unfinished journal entry and kept it beside the journal',
    );
  }
  const failCommand = options.testCommands ? new FailCommand() : undefined;
  const context: Context = {
    engine,
    journal,
    cursors: new Cursors(),
    writer: new ReplyWriter(),
    failCommand,
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    const peer: Peer = { appName: undefined, disconnect: () => socket.destroy() };
    serveConnection(
      socket,
      (request) => runCommand(request, context, peer),
      (error) => log.error({ err: error }, 'embedded database: request failed'),
    );
  });
  const port = await listen(server, options.port).catch(async (error: unknown) => {
    await journal.close();
    throw error;
  });
  const ttl = startTtlMonitor(engine, options.ttlIntervalMs ?? 5_000, fail);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await ttl.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    await journal.close();
  };
  return {
    uri: `mongodb://${host}:${port}/render?retryWrites=false&directConnection=true`,
    port,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function journalOptions(dir: string, options: EmbeddedMongoOptions, onFailure: (error: Error) => void) {
  return {
    dir,
    sync: options.sync ?? 'group',
    compactBytes: options.compactBytes ?? 64 * megabyte,
    onFailure,
    onProgress: options.onProgress,
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
