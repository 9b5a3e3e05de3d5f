import type { Doc } from '../bson/types.ts';
import type { Journal } from '../journal/journal.ts';
import type { StorageEngine } from '../storage/storage-engine.ts';
import type { Reply } from '../wire/connection.ts';
import type { ReplyWriter } from '../wire/reply-writer.ts';
import type { Cursors } from './cursors.ts';
import type { FailCommand } from './fail-command.ts';

/** Services and state that every command uses. */
export interface Context {
  readonly engine: StorageEngine;
  readonly journal: Journal;
  readonly cursors: Cursors;
  readonly writer: ReplyWriter;
  /** Only where tests may fail commands. */
  readonly failCommand: FailCommand | undefined;
}

/** One command as received. */
export interface CommandCall {
  readonly name: string;
  readonly body: Doc;
  readonly database: string;
  /** Undecoded documents of an insert. */
  readonly documents: readonly Uint8Array[] | undefined;
}

export interface Command {
  /** Options that are understood, without the ones every command takes. */
  readonly options: readonly string[];
  /** Options that are accepted while they have no effect: absent, null, false, empty. */
  readonly inert?: readonly string[];
  /** A reply to a write is sent when the journal is on disk. */
  readonly writes?: true;
  readonly run: (call: CommandCall, context: Context) => Reply | Promise<Reply>;
}
