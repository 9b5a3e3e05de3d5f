import { decodeDocument } from '../bson/decode.ts';
import { plainNumbers } from '../bson/exact-numbers.ts';
import { type Doc, isDoc } from '../bson/types.ts';
import { failures } from '../errors.ts';
import type { Reply } from '../wire/connection.ts';
import type { Request } from '../wire/frames.ts';
import { aggregate } from './aggregate-command.ts';
import { checkOptions } from './arguments.ts';
import type { Command, CommandCall, Context } from './context.ts';
import { createExplain } from './explain.ts';
import type { Peer } from './fail-command.ts';
import { findAndModify } from './find-and-modify.ts';
import { readCommands } from './read-commands.ts';
import { schemaCommands } from './schema-commands.ts';
import { sessionCommands } from './session-commands.ts';
import { remove } from './writes/delete.ts';
import { insert } from './writes/insert.ts';
import { update } from './writes/update.ts';

const dataCommands: Record<string, Command> = {
  ...readCommands,
  insert,
  update,
  delete: remove,
  findAndModify,
  aggregate,
};

/** Every command of this server. The reply to any other is CommandNotFound. */
const commands: Record<string, Command> = {
  ...sessionCommands,
  ...dataCommands,
  ...schemaCommands,
  explain: createExplain(dataCommands),
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

function readCall({ body, payload }: Request): CommandCall {
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

function findCommand(name: string, { failCommand }: Context): Command {
  if (failCommand && name === 'configureFailPoint') {
    return { options: ['mode', 'data'], run: ({ database, body }) => failCommand.configure(database, body) };
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw failures.unknownCommand(name);
  return command;
}

/** Returns the application name that the client sent in its handshake. */
function getAppName({ client }: Doc): string | undefined {
  const application = isDoc(client) ? client.application : undefined;
  return isDoc(application) && typeof application.name === 'string' ? application.name : undefined;
}

/** Runs one command of a client, or fails it where a test asked for that. */
export function runCommand(request: Request, context: Context, peer: Peer): Reply | Promise<Reply> {
  const call = readCall(request);
  peer.appName ??= getAppName(call.body);
  const command = findCommand(call.name, context);
  checkOptions(call, command);
  const failing = context.failCommand?.failing(call.name, peer);
  const reply = () => run(command, call, context);
  return failing ? failing(reply, command.writes === true) : reply();
}

/** The reply to a write is sent once the journal is on disk. */
function run(command: Command, call: CommandCall, context: Context): Reply | Promise<Reply> {
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
