import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import mongoose from 'mongoose';
import { toSourceStack } from '../../scripts/testing/source-stack.ts';

const { Collection } = mongoose.mongo;

const methods = [
  'find',
  'findOne',
  'findOneAndUpdate',
  'updateOne',
  'updateMany',
  'deleteOne',
  'deleteMany',
  'findOneAndDelete',
  'countDocuments',
  'distinct',
  'aggregate',
  'bulkWrite',
  'replaceOne',
  'exists',
] as const;

/** A call of a query in the product's code: `shared/keys/keys.ts:28`. */
export type QuerySite = string;

const roots = ['shared', 'api', 'workers'];
const call = new RegExp(`\\.(?:${methods.join('|')})(?:<[^(;=]*>)?\\(`, 'g');
/** By the id, which every collection has an index for. */
const byId = /^\s*(?:\{ (?:\.\.\.theInstallation|_id\b)|theInstallation)/;
/** `Array.find` with a function. */
const ofArray = /^\s*(?:\w+ =>|\(\w+(?:, \w+)*\) =>|\(\{[^)]*\}\) =>|\(\[[^)]*\]\) =>)/;

/** Where the product queries the database by anything but the id, from its sources. */
export function querySites(): QuerySite[] {
  return roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((entry) => entry.endsWith('.ts'))
      .flatMap((entry) => sitesIn(join(root, entry))),
  );
}

/** Only files that name a model, a collection or the database query it. */
const knowsDatabase = /\b(?:driverOf|mongo|[Dd]atabase|Database\['\w+'\]|[A-Z]\w*Model)\b/;

function sitesIn(path: string): QuerySite[] {
  const text = readFileSync(path, 'utf8');
  if (!knowsDatabase.test(text)) return [];
  return [...text.matchAll(call)].flatMap((match) => {
    const rest = text.slice(match.index + match[0].length).replace(/\s+/g, ' ');
    if (byId.test(rest) || ofArray.test(rest)) return [];
    return [`${path}:${text.slice(0, match.index).split('\n').length}`];
  });
}

export interface QueryRecorder {
  /** Commands that were sent through connections opened since, by their form: the same filter with other values is there once. */
  commands: Map<string, mongoose.mongo.Document>;
  /** Calls that were made. */
  sites: Set<QuerySite>;
  /**
   * Whether a site was called. Node drops the source maps of some modules in a process with many: their calls are all
   * of line 1, and each of them then counts for every site of its file.
   */
  saw(site: QuerySite): boolean;
  stop(): void;
}

type Method = (this: object, ...given: unknown[]) => unknown;

/** Runs `onCall` before each call of a method of a class; returns the way back. */
function intercept(target: object, name: string, onCall: (self: object) => void): () => void {
  const holder = target as Record<string, Method>;
  const original = holder[name]!;
  holder[name] = function intercepted(this: object, ...given: unknown[]) {
    onCall(this);
    return original.apply(this, given);
  };
  return () => {
    holder[name] = original;
  };
}

/** The line of the product that called, from the stack. */
function callingSite(): QuerySite | undefined {
  const lines = toSourceStack(new Error('site').stack!).split('\n');
  const own = lines.map((line) => /\(?(?:file:\/\/)?([^():\s]+\.ts):(\d+):\d+\)?$/.exec(line));
  for (const found of own) {
    const path = found && relative('.', found[1]!);
    if (path && roots.some((root) => path.startsWith(`${root}/`))) return `${path}:${found[2]}`;
  }
  return undefined;
}

const searching = new Set(['find', 'aggregate', 'count', 'distinct', 'update', 'delete', 'findAndModify']);

/** One command for each part of a bulk write: a server explains one at a time. */
function singleCommands(command: mongoose.mongo.Document): mongoose.mongo.Document[] {
  const { lsid, $db, $clusterTime, txnNumber, readConcern, writeConcern, ...own } = command;
  for (const field of ['updates', 'deletes'])
    if (Array.isArray(own[field])) return own[field].map((part: unknown) => ({ ...own, [field]: [part] }));
  return [own];
}

/** A command without its values: collection, fields and operators. */
function toForm(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(toForm(item))))];
  if (typeof value !== 'object' || value === null || '_bsontype' in value || value instanceof Date) return '';
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toForm(field)]));
}

/**
 * Records the queries of this process: each command that is sent through connections opened from now on whose address
 * has `monitorCommands=true`, and each place of the product that makes one.
 */
export function recordQueries(): QueryRecorder {
  const commands = new Map<string, mongoose.mongo.Document>();
  const sites = new Set<QuerySite>();
  const record = ({ commandName, command }: mongoose.mongo.CommandStartedEvent) => {
    if (!searching.has(commandName)) return;
    for (const single of singleCommands(command))
      commands.set(JSON.stringify([single[commandName], toForm(single)]), single);
  };
  const seen = () => {
    const site = callingSite();
    if (site) sites.add(site);
  };
  const connections = mongoose.Connection.prototype as unknown as Record<string, Method>;
  const openUri = connections.openUri!;
  connections.openUri = async function recorded(this: object, ...given: unknown[]) {
    const opened = await openUri.apply(this, given);
    (this as mongoose.Connection).getClient().on('commandStarted', record);
    return opened;
  };
  const restores = [mongoose.Model, Collection.prototype].flatMap((target) =>
    methods.filter((name) => name in target).map((name) => intercept(target, name, seen)),
  );
  return {
    commands,
    sites,
    saw: (site) => sites.has(site) || sites.has(`${site.split(':')[0]}:1`),
    stop: () => {
      connections.openUri = openUri;
      for (const restore of restores) restore();
    },
  };
}
