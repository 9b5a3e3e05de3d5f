import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { expressionTest } from '../aggregate/expressions.ts';
import { buildPipeline } from '../aggregate/pipeline.ts';
import { feed } from '../aggregate/stage.ts';
import { decodeDocument, encodeDocument, maxDocumentBytes } from '../bson/decode.ts';
import { shellFormat } from '../bson/shell-format.ts';
import { type Doc, isDoc, typeName } from '../bson/types.ts';
import { failureFields, failures, MongoFailure } from '../errors.ts';
import type { Filter } from '../query/matcher.ts';
import { parseSort } from '../query/sort.ts';
import type { Collection } from '../storage/collection.ts';
import type { StoredRecord } from '../storage/record.ts';
import { parseUpdate, type Update, type UpdateDeps } from '../update/apply.ts';
import { stageDeps } from './aggregate-command.ts';
import { checkCollation, collectionOf, docsOption } from './arguments.ts';
import type { Command, CommandCall, Context } from './context.ts';
import { pause } from './cursors.ts';
import { firstMatch, matching, parseFilter, parseHint } from './query.ts';

const maxBatch = 100_000;

/** Runs the parts of a bulk write one by one and collects their errors, stopping at the first when ordered. */
function eachPart<T>(
  call: CommandCall,
  parts: readonly T[],
  run: (part: T, index: number) => void | Promise<void>,
): Doc[] | Promise<Doc[]> {
  if (parts.length === 0 || parts.length > maxBatch) {
    throw failures.badValue(
      `Write batch sizes must be between 1 and ${maxBatch}. Got ${parts.length} operations.`,
    );
  }
  const ordered = call.body.ordered !== false;
  const errors: Doc[] = [];
  const failed = (index: number, error: unknown): boolean => {
    if (!(error instanceof MongoFailure)) throw error;
    errors.push({ index, ...failureFields(error) });
    return ordered;
  };
  function from(start: number): Doc[] | Promise<Doc[]> {
    for (let i = start; i < parts.length; i++) {
      try {
        const pending = run(parts[i] as T, i);
        if (pending) {
          return pending.then(
            () => from(i + 1),
            (error: unknown) => (failed(i, error) ? errors : from(i + 1)),
          );
        }
      } catch (error) {
        if (failed(i, error)) break;
      }
    }
    return errors;
  }
  return from(0);
}

const withErrors = (reply: Doc, errors: Doc[]): Doc => ({
  ...reply,
  ...(errors.length > 0 && { writeErrors: errors }),
  ok: 1,
});

const insert: Command = {
  options: ['documents', 'ordered', 'bypassDocumentValidation'],
  inert: ['bypassEmptyTsReplacement'],
  writes: true,
  run(call, { engine }) {
    const collection = engine.open(collectionOf(call));
    const documents = call.documents ?? docsOption(call, 'documents').map((doc) => encodeDocument(doc));
    let n = 0;
    const insertOne = (bytes: Uint8Array): void => {
      if (bytes.length > maxDocumentBytes) throw failures.documentTooLarge(String(bytes.length));
      collection.insert(decodeDocument(bytes), bytes);
      n++;
    };
    const errors = eachPart(call, documents, insertOne);
    return errors instanceof Promise
      ? errors.then((list) => withErrors({ n }, list))
      : withErrors({ n }, errors);
  },
};

/** What updates need of the aggregation side. */
export function updateDeps(context: Context, database: string): UpdateDeps {
  return {
    expression: expressionTest,
    pipeline(stages) {
      const build = buildPipeline(stages, stageDeps(context, database));
      return (doc) => {
        let result = doc;
        const keep = (next: Doc): boolean => {
          result = next;
          return true;
        };
        feed([doc], build({ push: keep, end: () => {} }));
        return result;
      };
    },
  };
}

interface UpdatePart {
  readonly filter: Filter;
  readonly update: Update;
  readonly multi: boolean;
  readonly upsert: boolean;
  readonly source: Doc;
}

const updateFields = new Set(['q', 'u', 'multi', 'upsert', 'arrayFilters', 'hint', 'collation', 'sort']);
const deleteFields = new Set(['q', 'limit', 'hint', 'collation']);

/** A part that cannot be parsed fails the whole command before any part has run. */
function partsOf(call: CommandCall, field: string, known: ReadonlySet<string>): Doc[] {
  const parts = docsOption(call, field);
  const name = `${call.name}.${field}`;
  for (const part of parts) {
    for (const option of Object.keys(part))
      if (!known.has(option)) throw failures.unknownOption(name, option);
    if (!isDoc(part.q)) throw failures.wrongType(`${name}.q`, typeName(part.q), 'object');
    checkCollation(name, part.collation);
  }
  return parts;
}

function parsePart(source: Doc, deps: UpdateDeps): UpdatePart {
  const update = parseUpdate(source.u, source.arrayFilters, deps);
  const multi = source.multi === true;
  if (multi && update.replaces)
    throw failures.failedToParse('multi update is not supported for replacement-style update');
  if (multi && source.sort !== undefined) throw failures.failedToParse('Cannot specify sort with multi=true');
  return { filter: parseFilter(source.q as Doc), update, multi, upsert: source.upsert === true, source };
}

interface Tally {
  n: number;
  nModified: number;
}

function applyTo(
  collection: Collection,
  record: StoredRecord,
  { update, filter }: UpdatePart,
  tally: Tally,
): void {
  const before = collection.read(record);
  const after = update.apply(before, filter);
  if (after !== before) collection.replace(record, after);
  tally.n++;
  if (after !== before) tally.nModified++;
}

/** A document is matched and changed in one synchronous block; between documents other commands may run. */
async function applyToAll(collection: Collection, part: UpdatePart, tally: Tally): Promise<void> {
  const hint = parseHint(part.source.hint, collection);
  // Collected first: an update can move a document ahead in the very index that is being walked.
  const records: StoredRecord[] = [];
  const query = { filter: part.filter, deadline: Number.POSITIVE_INFINITY };
  for (const record of matching(
    collection,
    collection.candidates(part.filter, [], false, hint).records,
    query,
    true,
  )) {
    if (record === pause) await yieldToOthers();
    else records.push(record);
  }
  let sliceEnd = performance.now() + 10;
  for (const record of records) {
    if (performance.now() > sliceEnd) {
      await yieldToOthers();
      sliceEnd = performance.now() + 10;
    }
    if (collection.holds(record) && part.filter.test(collection.read(record)))
      applyTo(collection, record, part, tally);
  }
}

const update: Command = {
  options: ['updates', 'ordered', 'bypassDocumentValidation'],
  inert: ['let', 'bypassEmptyTsReplacement'],
  writes: true,
  run(call, context) {
    const namespace = collectionOf(call);
    const deps = updateDeps(context, call.database);
    const tally: Tally = { n: 0, nModified: 0 };
    const upserted: Doc[] = [];
    const upsert = ({ filter, update: change }: UpdatePart, index: number): void => {
      const collection = context.engine.open(namespace);
      const { _id } = collection.read(collection.insert(change.insert(filter)));
      upserted.push({ index, _id });
      tally.n++;
    };
    const one = (source: Doc, index: number): void | Promise<void> => {
      const part = parsePart(source, deps);
      const collection = context.engine.find(namespace);
      if (!collection) {
        if (part.upsert) upsert(part, index);
        return;
      }
      if (part.multi) {
        const before = tally.n;
        return applyToAll(collection, part, tally).then(() => {
          if (tally.n === before && part.upsert) upsert(part, index);
        });
      }
      const record = firstMatch(
        collection,
        part.filter,
        parseSort(source.sort),
        parseHint(source.hint, collection),
      );
      if (record) applyTo(collection, record, part, tally);
      else if (part.upsert) upsert(part, index);
    };
    const reply = (errors: Doc[]): Doc =>
      withErrors({ ...tally, ...(upserted.length > 0 && { upserted }) }, errors);
    const errors = eachPart(call, partsOf(call, 'updates', updateFields), one);
    return errors instanceof Promise ? errors.then(reply) : reply(errors);
  },
};

async function removeAll(collection: Collection, filter: Filter, hint: unknown): Promise<number> {
  const { records } = collection.candidates(filter, [], false, parseHint(hint, collection));
  let removed = 0;
  for (const record of matching(collection, records, { filter, deadline: Number.POSITIVE_INFINITY }, true)) {
    if (record === pause) await yieldToOthers();
    else {
      collection.remove(record);
      removed++;
    }
  }
  return removed;
}

/** Without this a forgotten limit would delete everything that matches. */
function checkLimits(parts: readonly Doc[]): void {
  for (const { limit } of parts) {
    if (limit === undefined) throw failures.missingField('delete.deletes', 'limit');
    if (limit === 0 || limit === 1) continue;
    throw failures.failedToParse(
      `The limit field in delete objects must be 0 or 1. Got ${shellFormat(limit)}`,
    );
  }
}

const remove: Command = {
  options: ['deletes', 'ordered'],
  inert: ['let'],
  writes: true,
  run(call, { engine }) {
    const collection = engine.find(collectionOf(call));
    let n = 0;
    const one = (part: Doc): void | Promise<void> => {
      const filter = parseFilter(part.q as Doc);
      if (!collection) return;
      if (part.limit !== 1) {
        return removeAll(collection, filter, part.hint).then((removed) => {
          n += removed;
        });
      }
      const record = firstMatch(collection, filter, [], parseHint(part.hint, collection));
      if (!record) return;
      collection.remove(record);
      n++;
    };
    const parts = partsOf(call, 'deletes', deleteFields);
    checkLimits(parts);
    const errors = eachPart(call, parts, one);
    return errors instanceof Promise
      ? errors.then((list) => withErrors({ n }, list))
      : withErrors({ n }, errors);
  },
};

export const writeCommands: Record<string, Command> = { insert, update, delete: remove };
