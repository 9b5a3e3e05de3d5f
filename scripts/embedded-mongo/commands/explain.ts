import { type Doc, isDoc } from '../bson/types.ts';
import { failures } from '../errors.ts';
import { parseSort } from '../query/sort.ts';
import type { Collection } from '../storage/collection.ts';
import { splitBeginning } from './aggregate-command.ts';
import { checkOptions, countOption, docOption, docsOption, getCollection } from './arguments.ts';
import type { Command, CommandCall } from './context.ts';
import { parseFilter, parseHint, type Query } from './query.ts';

/** Search of a command, and the stages that process its results. */
interface Search extends Pick<Query, 'filter' | 'sort'> {
  readonly limited: boolean;
  readonly hint: unknown;
  /** The stage of MongoDB's plan above the search. */
  readonly stage?: string;
  /** The stages of a pipeline behind the search. */
  readonly rest?: readonly Doc[];
}

const searchIn = (part: Doc | undefined, limited: boolean, stage: string): Search => ({
  filter: parseFilter(isDoc(part?.q) ? part.q : undefined),
  sort: [],
  limited,
  hint: part?.hint,
  stage,
});

/** MongoDB explains the first and only part of an update or a delete. */
function onlyPart(call: CommandCall, field: string): Doc | undefined {
  const parts = docsOption(call, field);
  if (parts.length !== 1) throw failures.badValue(`explained write must contain exactly one of ${field}`);
  return parts[0];
}

/** The search of every command that MongoDB explains. */
const searches: Record<string, (call: CommandCall) => Search> = {
  find: (call) => ({
    filter: parseFilter(docOption(call, 'filter')),
    sort: parseSort(docOption(call, 'sort')),
    limited: (countOption(call, 'limit', true) ?? 0) !== 0,
    hint: call.body.hint,
  }),
  count: (call) => ({
    filter: parseFilter(docOption(call, 'query')),
    sort: [],
    limited: false,
    hint: call.body.hint,
    stage: 'COUNT',
  }),
  distinct: (call) => ({
    filter: parseFilter(docOption(call, 'query')),
    sort: [],
    limited: false,
    hint: call.body.hint,
  }),
  aggregate: (call) => ({ ...splitBeginning(docsOption(call, 'pipeline')), hint: call.body.hint }),
  findAndModify: (call) => ({
    filter: parseFilter(docOption(call, 'query')),
    sort: parseSort(docOption(call, 'sort')),
    limited: true,
    hint: call.body.hint,
    stage: call.body.remove === true ? 'DELETE' : 'UPDATE',
  }),
  update: (call) => {
    const part = onlyPart(call, 'updates');
    return searchIn(part, part?.multi !== true, 'UPDATE');
  },
  delete: (call) => {
    const part = onlyPart(call, 'deletes');
    return searchIn(part, part?.limit === 1, 'DELETE');
  },
};

const fetchFrom = (inputStage: Doc): Doc => ({ stage: 'FETCH', inputStage });

/** Builds the stages that give the documents, in the wanted order. */
function buildPlan(collection: Collection, { filter, sort, limited, hint }: Search): Doc {
  const access = collection.access(filter, sort, limited, parseHint(hint, collection));
  const sorted = (plan: Doc) =>
    sort.length > 0 ? { stage: 'SORT', sortPattern: Object.fromEntries(sort), inputStage: plan } : plan;
  if (access.by === 'scan') return sorted({ stage: 'COLLSCAN', direction: 'forward' });
  if (access.by === 'id') {
    if (access.ids.length === 1 && Object.keys(filter.source).length === 1) return { stage: 'IDHACK' };
    return sorted(fetchFrom({ stage: 'IXSCAN', keyPattern: { _id: 1 }, indexName: '_id_' }));
  }
  const { index, backwards, sorted: inOrder, merged, ranges } = access.plan;
  const { key, name, partialFilterExpression } = index.spec;
  const scan = {
    stage: 'IXSCAN',
    keyPattern: key,
    indexName: name,
    isMultiKey: index.multikey,
    isPartial: partialFilterExpression !== undefined,
    direction: backwards ? 'backward' : 'forward',
  };
  if (!merged) return inOrder ? fetchFrom(scan) : sorted(fetchFrom(scan));
  const sortPattern = Object.fromEntries(sort);
  return fetchFrom({ stage: 'SORT_MERGE', sortPattern, inputStages: ranges.map(() => scan) });
}

/**
 * `explain` with the verbosity `queryPlanner`: which index a command would use, in the form of MongoDB's classic
 * engine, without the bounds and the rejected plans. Other verbosities run the command, and are refused.
 */
export const createExplain = (commands: Readonly<Record<string, Command>>): Command => ({
  options: ['verbosity'],
  run(call, { engine }) {
    if (call.body.verbosity !== 'queryPlanner') {
      throw failures.unsupportedOption('explain', "verbosity but 'queryPlanner'");
    }
    const body = docOption(call, 'explain') ?? {};
    const name = Object.keys(body)[0] ?? '';
    const explained: CommandCall = { ...call, name, body, documents: undefined };
    const command = Object.hasOwn(searches, name) ? commands[name] : undefined;
    if (!command) throw failures.unknownCommand(name);
    checkOptions(explained, command);
    const search = searches[name]!(explained);
    const namespace = getCollection(explained);
    const collection = engine.find(namespace);
    const plan = collection ? buildPlan(collection, search) : { stage: 'EOF' };
    const winningPlan = search.stage ? { stage: search.stage, inputStage: plan } : plan;
    const queryPlanner = { namespace, winningPlan, rejectedPlans: [] };
    const { rest = [] } = search;
    if (rest.length === 0) return { explainVersion: '1', queryPlanner, ok: 1 };
    return { explainVersion: '1', stages: [{ $cursor: { queryPlanner } }, ...rest], ok: 1 };
  },
});
