import { ownField, valueAt } from '../bson/path.ts';
import { type Doc, isDoc, typeName } from '../bson/types.ts';
import { failures, MongoFailure } from '../errors.ts';
import { compileFilter } from '../query/matcher.ts';
import { compileProjection } from '../query/projection.ts';
import { Draft } from '../update/draft.ts';
import { compileExpression, compileProjected, expressionTest } from './expressions.ts';
import { mapping, type StageFactory } from './stage.ts';

const match: StageFactory = (operand, _deps, variables) => {
  if (!isDoc(operand)) throw new MongoFailure(15959, 'the match filter must be an expression in an object');
  const filter = compileFilter(operand, (expression) => expressionTest(expression, variables));
  return mapping((doc) => (filter.test(doc) ? doc : undefined));
};

const project: StageFactory = (operand, _deps, variables) => {
  if (!isDoc(operand) || Object.keys(operand).length === 0) {
    throw new MongoFailure(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  }
  const evaluate = (expression: unknown) => compileProjected(expression, variables);
  const projection = compileProjection(operand, { evaluate, expression: expressionTest, find: false });
  return mapping(projection ?? ((doc) => doc));
};

/** `{ a: { b: expr } }` and `{ 'a.b': expr }` are the same field. */
function* fieldsOf(
  source: Doc,
  prefix: readonly string[] = [],
): Iterable<[parts: string[], expression: unknown]> {
  for (const [field, expression] of Object.entries(source)) {
    const parts = [...prefix, ...field.split('.')];
    const nested =
      isDoc(expression) && Object.keys(expression).length > 0 && !Object.keys(expression)[0]?.startsWith('$');
    if (nested) yield* fieldsOf(expression, parts);
    else yield [parts, expression];
  }
}

/** Unlike an update, adding a field below a scalar replaces the scalar, and below an array sets it in every element. */
function setField(value: unknown, parts: readonly string[], result: unknown): unknown {
  const [part, ...rest] = parts;
  if (part === undefined) return result;
  if (Array.isArray(value)) return value.map((element) => setField(element, parts, result));
  const base: Doc = isDoc(value) ? { ...value } : {};
  const inner = setField(ownField(base, part), rest, result);
  if (inner === undefined) delete base[part];
  else base[part] = inner;
  return base;
}

const addFields: StageFactory = (operand, _deps, variables) => {
  if (!isDoc(operand))
    throw new MongoFailure(
      40272,
      `$addFields specification stage must be an object, got ${typeName(operand)}`,
    );
  const fields = [...fieldsOf(operand)].map(([parts, expression]) => ({
    parts,
    value: compileExpression(expression, variables),
  }));
  return mapping((doc) => {
    let result = doc;
    for (const { parts, value } of fields) result = setField(result, parts, value(doc)) as Doc;
    return result;
  });
};

const unset: StageFactory = (operand, deps, variables) => {
  const fields = typeof operand === 'string' ? [operand] : operand;
  if (!Array.isArray(fields) || fields.length === 0 || fields.some((field) => typeof field !== 'string')) {
    throw new MongoFailure(
      31002,
      '$unset specification must be a string or an array containing only string values',
    );
  }
  return project(Object.fromEntries((fields as string[]).map((field) => [field, 0])), deps, variables);
};

const replaceWith: StageFactory = (operand, _deps, variables) => {
  const evaluate = compileExpression(operand, variables);
  return mapping((doc) => {
    const root = evaluate(doc);
    if (isDoc(root)) return root;
    throw new MongoFailure(
      40228,
      `'newRoot' expression must evaluate to an object, but resulting value was of type: ${typeName(root)}`,
    );
  });
};

const replaceRoot: StageFactory = (operand, deps, variables) => {
  if (!isDoc(operand) || Object.keys(operand).join() !== 'newRoot') {
    throw new MongoFailure(40231, 'no newRoot specified for the $replaceRoot stage');
  }
  return replaceWith(operand.newRoot, deps, variables);
};

interface Unwind {
  readonly parts: readonly string[];
  readonly index: readonly string[] | undefined;
  readonly keepEmpty: boolean;
}

function parseUnwind(operand: unknown): Unwind {
  const source = typeof operand === 'string' ? { path: operand } : operand;
  if (!isDoc(source))
    throw new MongoFailure(15981, 'expected either a string or an object as specification for $unwind stage');
  const { path, includeArrayIndex, preserveNullAndEmptyArrays, ...rest } = source;
  const [unknown] = Object.keys(rest);
  if (unknown) throw new MongoFailure(28811, `unrecognized option to $unwind stage: ${unknown}`);
  if (typeof path !== 'string' || !path.startsWith('$')) {
    throw new MongoFailure(
      28818,
      `path option to $unwind stage should be prefixed with a '$': ${String(path)}`,
    );
  }
  return {
    parts: path.slice(1).split('.'),
    index: typeof includeArrayIndex === 'string' ? includeArrayIndex.split('.') : undefined,
    keepEmpty: preserveNullAndEmptyArrays === true,
  };
}

const unwind: StageFactory = (operand) => {
  const { parts, index, keepEmpty } = parseUnwind(operand);
  const element = (doc: Doc, value: unknown, position: number | null): Doc => {
    const draft = new Draft(doc);
    if (value === undefined) {
      if (valueAt(doc, parts) !== undefined) draft.unset(parts);
    } else draft.set(parts, value);
    if (index) draft.set(index, position);
    return draft.doc;
  };
  return (next) => ({
    end: next.end,
    push(doc) {
      const value = valueAt(doc, parts);
      if (Array.isArray(value) && value.length > 0)
        return value.every((item, position) => next.push(element(doc, item, position)));
      const empty = value === null || value === undefined || Array.isArray(value);
      if (empty && !keepEmpty) return true;
      return next.push(element(doc, Array.isArray(value) ? undefined : value, null));
    },
  });
};

const count =
  (name: string) =>
  (operand: unknown): number => {
    if (typeof operand !== 'number' || !Number.isInteger(operand) || operand < (name === '$limit' ? 1 : 0)) {
      throw failures.badValue(`invalid argument to ${name} stage: ${String(operand)}`);
    }
    return operand;
  };

const limit: StageFactory = (operand) => {
  const wanted = count('$limit')(operand);
  return (next) => {
    let given = 0;
    return { end: next.end, push: (doc) => given < wanted && next.push(doc) && ++given < wanted };
  };
};

const skip: StageFactory = (operand) => {
  const unwanted = count('$skip')(operand);
  return (next) => {
    let seen = 0;
    return { end: next.end, push: (doc) => ++seen <= unwanted || next.push(doc) };
  };
};

export const documentStages: Record<string, StageFactory> = {
  $match: match,
  $project: project,
  $addFields: addFields,
  $set: addFields,
  $unset: unset,
  $replaceRoot: replaceRoot,
  $replaceWith: replaceWith,
  $unwind: unwind,
  $limit: limit,
  $skip: skip,
};
