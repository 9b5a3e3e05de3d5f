import { buildPipeline } from '../aggregate/pipeline.ts';
import { readPaths } from '../aggregate/read-paths.ts';
import type { Sink } from '../aggregate/stage.ts';
import { encodeDocument } from '../bson/decode.ts';
import { type Doc, isDoc } from '../bson/types.ts';
import { failures, MongoFailure } from '../errors.ts';
import type { Filter } from '../query/matcher.ts';
import { parseSort, type SortFields } from '../query/sort.ts';
import type { Collection } from '../storage/collection.ts';
import type { RawDocument } from '../wire/reply-writer.ts';
import { countOption, docsOption, getCollection } from './arguments.ts';
import type { Command } from './context.ts';
import { pause } from './cursors.ts';
import { createReader, deadlineFor, matching, parseFilter, parseHint } from './query.ts';
import { firstBatch } from './read-commands.ts';

/** Maximum memory of all results together. */
const maxResultBytes = 100 * 1024 * 1024;

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
  const stages = sorted && sort.length > 0 ? rest.slice(1) : rest;
  const sink = buildPipeline(stages, variables)(last);
  const read = createReader(collection, readPaths(stages), true);
  for (const record of matching(collection, records, { filter, deadline: query.deadline }, true)) {
    if (record === pause) yield pause;
    else if (!sink.push(read(record))) break;
  }
  sink.end();
  yield* results;
}

export const aggregate: Command = {
  options: ['pipeline', 'cursor', 'hint', 'let', 'allowDiskUse'],
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
    const namespace = getCollection(call);
    const collection = context.engine.find(namespace);
    const variables = isDoc(call.body.let) ? call.body.let : {};
    // Compiled even when there is nothing to read, so that a wrong pipeline is an error either way.
    buildPipeline(stages, variables);
    const query = { deadline: deadlineFor(call.body.maxTimeMS), hint: parseHint(call.body.hint, collection) };
    const source = collection
      ? run(collection, splitBeginning(stages), query, variables)
      : withoutCollection(stages, variables);
    const size = countOption({ ...call, body: call.body.cursor }, 'batchSize') ?? 101;
    return firstBatch(context, namespace, source, size);
  },
};

/** `$count` and `$group` of nothing: the pipeline still runs. */
function* withoutCollection(stages: readonly Doc[], variables: Doc): Generator<RawDocument> {
  const results: RawDocument[] = [];
  buildPipeline(
    stages,
    variables,
  )({ push: (doc) => results.push(encodeDocument(doc)) > 0, end: () => {} }).end();
  yield* results;
}
