import { encodeValue } from '../bson/key-string.ts';
import { type Doc, isDoc, typeName } from '../bson/types.ts';
import { failures, MongoFailure } from '../errors.ts';
import { parseSort, sortBy } from '../query/sort.ts';
import { type Accumulator, accumulators } from './accumulators.ts';
import { compileExpression } from './expressions.ts';
import { feed, type StageFactory } from './stage.ts';

/** Maximum documents or groups in a stage, where MongoDB has a limit of 100 MB. */
const maxHeld = 1_000_000;

const sort: StageFactory = (operand) => {
  if (!isDoc(operand)) throw new MongoFailure(15973, 'the $sort key specification must be an object');
  const fields = parseSort(operand);
  if (fields.length === 0) throw new MongoFailure(15976, '$sort stage must have at least one sort key');
  return (next) => {
    const held: Doc[] = [];
    return {
      push(doc) {
        if (held.push(doc) > maxHeld) throw failures.resultTooLarge('$sort');
        return true;
      },
      end: () =>
        feed(
          sortBy(held, (doc) => doc, fields),
          next,
        ),
    };
  };
};

interface GroupField {
  readonly name: string;
  readonly make: () => Accumulator;
  readonly value: (doc: Doc) => unknown;
}

function parseGroupFields(source: Doc, variables: Doc): GroupField[] {
  return Object.entries(source).map(([name, spec]) => {
    if (!isDoc(spec) || Object.keys(spec).length !== 1) {
      throw new MongoFailure(40234, `The field '${name}' must be an accumulator object`);
    }
    const [operator, operand] = Object.entries(spec)[0] as [string, unknown];
    if (operator === '$count') return { name, make: accumulators.$sum as () => Accumulator, value: () => 1 };
    const make = Object.hasOwn(accumulators, operator) ? accumulators[operator] : undefined;
    if (make === undefined) throw failures.unknownAccumulator(operator);
    return { name, make, value: compileExpression(operand, variables) };
  });
}

const group: StageFactory = (operand, variables) => {
  if (!isDoc(operand)) throw new MongoFailure(15947, "a group's fields must be specified in an object");
  if (!('_id' in operand)) throw new MongoFailure(15955, 'a group specification must include an _id');
  const { _id, ...rest } = operand;
  const getKey = compileExpression(_id, variables);
  const fields = parseGroupFields(rest, variables);
  return (next) => {
    const groups = new Map<string, { id: unknown; parts: Accumulator[] }>();
    return {
      push(doc) {
        const id = getKey(doc) ?? null;
        const key = encodeValue(id);
        let found = groups.get(key);
        if (found === undefined) {
          found = { id, parts: fields.map(({ make }) => make()) };
          groups.set(key, found);
          if (groups.size > maxHeld) throw failures.resultTooLarge('$group');
        }
        for (let i = 0; i < fields.length; i++)
          (found.parts[i] as Accumulator).add((fields[i] as GroupField).value(doc));
        return true;
      },
      end: () => feed(groupResults(groups.values(), fields), next),
    };
  };
};

function* groupResults(
  groups: Iterable<{ id: unknown; parts: Accumulator[] }>,
  fields: readonly GroupField[],
): Iterable<Doc> {
  for (const { id, parts } of groups) {
    const result: Doc = { _id: id };
    for (let i = 0; i < fields.length; i++)
      result[(fields[i] as GroupField).name] = (parts[i] as Accumulator).result();
    yield result;
  }
}

const count: StageFactory = (operand) => {
  if (typeof operand !== 'string' || operand === '' || operand.startsWith('$') || operand.includes('.')) {
    throw new MongoFailure(40156, `the count field must be a non-empty string, not ${typeName(operand)}`);
  }
  return (next) => {
    let total = 0;
    return {
      push: () => {
        total++;
        return true;
      },
      end: () => feed(total === 0 ? [] : [{ [operand]: total }], next),
    };
  };
};

export const collectingStages: Record<string, StageFactory> = {
  $sort: sort,
  $group: group,
  $count: count,
};
