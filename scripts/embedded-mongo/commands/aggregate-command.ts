import { expressionTest } from '../aggregate/expressions.ts';
import { buildPipeline } from '../aggregate/pipeline.ts';
import type { Sink, StageDeps } from '../aggregate/stage.ts';
import { encodeDocument } from '../bson/decode.ts';
import { type Doc, isDoc } from '../bson/types.ts';
import { failures, MongoFailure } from '../errors.ts';
import { compileFilter, type Filter } from '../query/matcher.ts';
import { parseSort, type SortFields } from '../query/sort.ts';
import type { Collection } from '../storage/collection.ts';
import type { RawDocument } from '../wire/reply-writer.ts';
import { collectionOf, countOption, docsOption } from './arguments.ts';
import type { Command, Context } from './context.ts';
import { pause } from './cursors.ts';
import { deadlineFor, matching, parseFilter, parseHint } from './query.ts';
import { firstBatch } from './read-commands.ts';

/** What all results together may take in memory. */
const maxResultBytes = 100 * 1024 * 1024;

export function stageDeps({ engine }: Pick<Context, 'engine'>, database: string): StageDeps {
  return {
    buildPipeline,
    *query(name, source) {
      const collection = engine.find(`${database}.${name}`);
      if (!collection) return;
      const filter = compileFilter(source, expressionTest);
      const { records } = collection.candidates(filter, [], false);
      for (const record of records) {
        const doc = collection.peek(record);
        if (filter.test(doc)) yield doc;
      }
    },
    write(name, doc, whenMatched) {
      const collection = engine.open(`${database}.${name}`);
      const record = doc._id === undefined ? undefined : collection.byId(doc._id);
      if (!record) collection.insert(doc);
      else if (whenMatched === 'fail') collection.insert(doc);
      else if (whenMatched !== 'keepExisting') {
        collection.replace(record, whenMatched === 'replace' ? doc : { ...collection.read(record), ...doc });
      }
    },
  };
}

export interface Beginning {
  readonly filter: Filter;
  readonly sort: SortFields;
  readonly limited: boolean;
  readonly rest: readonly Doc[];
}

/** A leading `$match`, and a `$sort` right after it, are served from an index. */
export function splitBeginning(stages: readonly Doc[]): Beginning {
  const [first] = stages;
  const match = isDoc(first) && isDoc(first.$match) ? first.$match : undefined;
  const rest = match ? stages.slice(1) : stages;
  const sort = isDoc(rest[0]) && isDoc(rest[0].$sort) ? parseSort(rest[0].$sort) : [];
  const limited = sort.length > 0 && rest[1] !== undefined && '$limit' in rest[1];
  return { filter: parseFilter(match), sort, limited, rest };
}

function* run(
  collection: Collection,
  { filter, sort, limited, rest }: Beginning,
  query: { deadline: number; hint: ReturnType<typeof parseHint> },
  deps: StageDeps,
  variables: Doc,
): Generator<RawDocument | typeof pause> {
  const results: RawDocument[] = [];
  let bytes = 0;
  const last: Sink = {
    push(doc) {
      const encoded = encodeDocument(doc);
      bytes += encoded.length;
      if (bytes > maxResultBytes) throw failures.resultTooLarge('the results of aggregate');
      return results.push(encoded) > 0;
    },
    end: () => {},
  };
  const { records, sorted } = collection.candidates(filter, sort, limited, query.hint);
  const sink = buildPipeline(sorted && sort.length > 0 ? rest.slice(1) : rest, deps, variables)(last);
  for (const record of matching(collection, records, { filter, deadline: query.deadline }, true)) {
    if (record === pause) yield pause;
    else if (!sink.push(collection.peek(record))) break;
  }
  sink.end();
  yield* results;
}

/** `$merge` writes while it runs, so its changes have to be on disk before the reply. */
const writesTo = (stages: readonly Doc[]): boolean =>
  stages.some((stage) => isDoc(stage) && '$merge' in stage);

async function untilDurable(
  reply: Uint8Array | Promise<Uint8Array>,
  { journal }: Context,
): Promise<Uint8Array> {
  const kept = reply instanceof Promise ? await reply : Uint8Array.from(reply);
  await journal.durable();
  return kept;
}

export const aggregate: Command = {
  options: ['pipeline', 'cursor', 'hint', 'let', 'allowDiskUse', 'bypassDocumentValidation'],
  inert: ['explain', 'bypassEmptyTsReplacement'],
  run(call, context) {
    const stages = docsOption(call, 'pipeline');
    if (!isDoc(call.body.cursor)) {
      throw failures.failedToParse(
        "The 'cursor' option is required, except for aggregate with the explain argument",
      );
    }
    if (call.body[call.name] === 1)
      throw new MongoFailure(73, 'the embedded database only aggregates collections');
    const namespace = collectionOf(call);
    const collection = context.engine.find(namespace);
    const deps = stageDeps(context, call.database);
    const variables = isDoc(call.body.let) ? call.body.let : {};
    // Compiled even when there is nothing to read, so that a wrong pipeline is an error either way.
    buildPipeline(stages, deps, variables);
    const query = { deadline: deadlineFor(call.body.maxTimeMS), hint: parseHint(call.body.hint, collection) };
    const source = collection
      ? run(collection, splitBeginning(stages), query, deps, variables)
      : withoutCollection(stages, deps, variables);
    const size = countOption({ ...call, body: call.body.cursor }, 'batchSize') ?? 101;
    const reply = firstBatch(context, namespace, source, size);
    return writesTo(stages) ? untilDurable(reply, context) : reply;
  },
};

/** `$count` and `$group` of nothing, `$facet` of nothing: the pipeline still runs. */
function* withoutCollection(stages: readonly Doc[], deps: StageDeps, variables: Doc): Generator<RawDocument> {
  const results: RawDocument[] = [];
  buildPipeline(
    stages,
    deps,
    variables,
  )({ push: (doc) => results.push(encodeDocument(doc)) > 0, end: () => {} }).end();
  yield* results;
}
