import { decodeDocument } from '../bson/decode.ts';
import { plainNumbers } from '../bson/exact-numbers.ts';
import { type Doc, isDoc } from '../bson/types.ts';
import { failures } from '../errors.ts';
import type { Reply } from '../wire/connection.ts';
import type { Request } from '../wire/frames.ts';
import { aggregate } from './aggregate-command.ts';
import { checkOptions } from './arguments.ts';
import type { Command, CommandCall, Context } from './context.ts';
import { explainOf } from './explain.ts';
import { findAndModify } from './find-and-modify.ts';
import { readCommands } from './read-commands.ts';
import { schemaCommands } from './schema-commands.ts';
import { sessionCommands } from './session-commands.ts';
import { writeCommands } from './write-commands.ts';

const dataCommands: Record<string, Command> = {
  ...readCommands,
  ...writeCommands,
  findAndModify,
  aggregate,
};

/** Every command of this server. The reply to any other is CommandNotFound. */
const commands: Record<string, Command> = {
  ...sessionCommands,
  ...dataCommands,
  ...schemaCommands,
  explain: explainOf(dataCommands),
};

/** Options are plain numbers; what becomes part of a document keeps its types. */
function plainBody({ documents, updates, update, ...options }: Doc): Doc {
  return {
    ...plainNumbers(options),
    ...(documents !== undefined && { documents }),
    ...(updates !== undefined && { updates: Array.isArray(updates) ? updates.map(plainPart) : updates }),
    ...(update !== undefined && { update }),
  };
}

function plainPart(part: unknown): unknown {
  if (!isDoc(part) || !('u' in part)) return plainNumbers(part);
  const { u, ...options } = part;
  return { ...plainNumbers(options), u };
}

function callOf({ body, payload }: Request): CommandCall {
  const name = Object.keys(body)[0] ?? '';
  const database = typeof body.$db === 'string' ? body.$db : 'test';
  const plain = plainBody(body);
  if (!payload) return { name, body: plain, database, documents: undefined };
  if (payload.field === 'documents') return { name, body: plain, database, documents: payload.documents };
  return {
    name,
    body: { ...plain, [payload.field]: payload.documents.map((bytes) => plainPart(decodeDocument(bytes))) },
    database,
    documents: undefined,
  };
}

/** Runs one command; the reply to a write is sent once the journal is on disk. */
export function runCommand(request: Request, context: Context): Reply | Promise<Reply> {
  const call = callOf(request);
  const command = Object.hasOwn(commands, call.name) ? commands[call.name] : undefined;
  if (!command) throw failures.unknownCommand(call.name);
  checkOptions(call, command);
  const reply = command.run(call, context);
  if (!command.writes || !context.journal.dirty()) return reply;
  return afterJournal(reply, context);
}

/** The reply buffer is used again by the next command, so a waiting reply is copied out of it. */
async function afterJournal(reply: Reply | Promise<Reply>, { journal }: Context): Promise<Reply> {
  const value: Reply | Doc = reply instanceof Promise ? await reply : reply;
  const kept = value instanceof Uint8Array ? Buffer.from(value) : value;
  await journal.durable();
  return kept;
}
