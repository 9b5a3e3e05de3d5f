import { visitPath } from '../bson/path.ts';
import { type Doc, isDoc } from '../bson/types.ts';
import { failures, MongoFailure } from '../errors.ts';
import { compileExpression } from './expressions.ts';
import { feed, mapping, type Sink, type StageDeps, type StageFactory } from './stage.ts';

const lookupFields = new Set(['from', 'localField', 'foreignField', 'as', 'let', 'pipeline']);

/** Runs a pipeline over documents at hand. */
function runPipeline(
  docs: Iterable<Doc>,
  stages: readonly Doc[],
  deps: StageDeps,
  variables: Doc = {},
): Doc[] {
  const results: Doc[] = [];
  feed(docs, deps.buildPipeline(stages, deps, variables)(collectInto(results)));
  return results;
}

const collectInto = (results: Doc[]): Sink => ({
  push: (doc) => results.push(doc) > 0,
  end: () => {},
});

/** What `localField` gives: an array matches by any of its elements, missing matches null. */
function localValues(doc: Doc, parts: readonly string[]): unknown[] {
  const values: unknown[] = [];
  visitPath(doc, parts, 0, (value) => {
    if (Array.isArray(value)) values.push(...value);
    else values.push(value ?? null);
    return false;
  });
  return values.length === 0 ? [null] : values;
}

const lookup: StageFactory = (operand, deps, outer) => {
  if (!isDoc(operand)) throw failures.failedToParse('the $lookup specification must be an Object');
  const unknown = Object.keys(operand).find((field) => !lookupFields.has(field));
  if (unknown) throw failures.failedToParse(`unknown argument to $lookup: ${unknown}`);
  const { from, localField, foreignField, as, let: bindings = {}, pipeline = [] } = operand;
  if (typeof from !== 'string' || typeof as !== 'string')
    throw failures.failedToParse("must specify 'from' and 'as' fields for a $lookup");
  if ((localField === undefined) !== (foreignField === undefined)) {
    throw failures.failedToParse(
      '$lookup requires both or neither of localField and foreignField to be specified',
    );
  }
  const parts = typeof localField === 'string' ? localField.split('.') : undefined;
  const variables = Object.entries(bindings as Doc).map(
    ([name, value]) => [name, compileExpression(value, outer)] as const,
  );
  return mapping((doc) => {
    const filter: Doc = parts ? { [foreignField as string]: { $in: localValues(doc, parts) } } : {};
    const bound = Object.fromEntries(variables.map(([name, value]) => [name, value(doc) ?? null]));
    const found = runPipeline(deps.query(from, filter), pipeline as Doc[], deps, { ...outer, ...bound });
    return { ...doc, [as]: found };
  });
};

const facet: StageFactory = (operand, deps, variables) => {
  if (!isDoc(operand) || Object.keys(operand).length === 0) {
    throw new MongoFailure(40169, 'the $facet specification must be a non-empty object');
  }
  const facets = Object.entries(operand).map(([name, stages]) => ({
    name,
    build: deps.buildPipeline(stages as Doc[], deps, variables),
  }));
  return (next) => {
    const results: Doc = {};
    const open = facets.map(({ name, build }) => {
      const collected: Doc[] = [];
      results[name] = collected;
      return { sink: build(collectInto(collected)), wants: true };
    });
    return {
      push(doc) {
        for (const one of open) if (one.wants) one.wants = one.sink.push(doc);
        return true;
      },
      end() {
        for (const { sink } of open) sink.end();
        feed([results], next);
      },
    };
  };
};

const matchedActions = new Set(['replace', 'merge', 'keepExisting', 'fail']);

const merge: StageFactory = (operand, deps) => {
  const {
    into,
    whenMatched = 'merge',
    whenNotMatched = 'insert',
    ...rest
  } = isDoc(operand) ? operand : { into: operand };
  const [unknown] = Object.keys(rest);
  if (unknown === 'on' && (rest as Doc).on === '_id') delete (rest as Doc).on;
  else if (unknown) throw failures.unsupportedOption('$merge', unknown);
  if (typeof into !== 'string') throw failures.unsupportedOption('$merge', 'into another database');
  if (!matchedActions.has(String(whenMatched)))
    throw failures.unsupportedOption('$merge', 'whenMatched pipeline');
  if (whenNotMatched !== 'insert')
    throw failures.unsupportedOption('$merge', `whenNotMatched '${String(whenNotMatched)}'`);
  return (next) => ({
    push(doc) {
      deps.write(into, doc, whenMatched as 'merge');
      return true;
    },
    end: next.end,
  });
};

export const joiningStages: Record<string, StageFactory> = { $lookup: lookup, $facet: facet, $merge: merge };
