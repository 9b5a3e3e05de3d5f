import { BSONRegExp } from 'bson';
import { ownField, visitPath } from '../bson/path.ts';
import { isTruthy } from '../bson/truth.ts';
import { type Doc, isDoc } from '../bson/types.ts';
import { failures } from '../errors.ts';
import { acceptsLeaf, equals, type Leaf, leafOperators } from './predicates.ts';

/** Conditions that every match fulfils, for the planner and upserts. */
export interface Constraint {
  readonly path: string;
  readonly operator: string;
  readonly operand: unknown;
}

/** One condition on a path, kept so that the positional operator can find the element that matched. */
interface Condition {
  readonly path: string;
  readonly parts: readonly string[];
  readonly leaf: Leaf;
  /** For $elemMatch: what one element of the array has to fulfil. */
  readonly element?: (value: unknown) => boolean;
}

export interface Filter {
  readonly source: Doc;
  readonly test: (doc: Doc) => boolean;
  readonly constraints: readonly Constraint[];
  readonly conditions: readonly Condition[];
  /** Paths that `test` reads; undefined: any. */
  readonly paths: ReadonlySet<string> | undefined;
}

/** Evaluates `$expr`; passed in because expressions belong to the aggregation side. */
export type ExpressionTest = (expression: unknown) => (doc: Doc) => boolean;

type Test = (doc: Doc) => boolean;

interface Compilation {
  readonly expression: ExpressionTest;
  readonly constraints: Constraint[];
  readonly conditions: Condition[];
  readonly paths: Set<string>;
}

const always: Test = () => true;

function all(tests: Test[]): Test {
  const [first, second] = tests;
  if (first === undefined) return always;
  if (second === undefined) return first;
  return (doc) => {
    for (const test of tests) if (!test(doc)) return false;
    return true;
  };
}

function clauses(operand: unknown, operator: string): Doc[] {
  if (!Array.isArray(operand) || operand.length === 0)
    throw failures.badValue(`${operator} must be a nonempty array`);
  if (!operand.every(isDoc)) throw failures.badValue(`${operator} argument's entries must be objects`);
  return operand as Doc[];
}

/** Alternatives give the planner no condition. */
function apart(compilation: Compilation): Compilation {
  return { ...compilation, constraints: [] };
}

const topLevel: Record<string, (operand: unknown, compilation: Compilation) => Test> = {
  $and: (operand, compilation) =>
    all(clauses(operand, '$and').map((clause) => compileClause(clause, compilation))),
  $or: (operand, compilation) => {
    const list = clauses(operand, '$or');
    // A single alternative is a plain condition.
    if (list.length === 1) return compileClause(list[0] as Doc, compilation);
    const tests = list.map((clause) => compileClause(clause, apart(compilation)));
    return (doc) => tests.some((test) => test(doc));
  },
  $nor: (operand, compilation) => {
    const tests = clauses(operand, '$nor').map((clause) =>
      compileClause(clause, { ...apart(compilation), conditions: [] }),
    );
    return (doc) => !tests.some((test) => test(doc));
  },
  $expr: (operand, compilation) => compilation.expression(operand),
  $comment: () => always,
};

function compileClause(source: Doc, compilation: Compilation): Test {
  const tests: Test[] = [];
  for (const field of Object.keys(source)) {
    if (field.startsWith('$')) {
      const compile = Object.hasOwn(topLevel, field) ? topLevel[field] : undefined;
      if (compile === undefined) throw failures.unknownTopLevelOperator(field);
      tests.push(compile(source[field], compilation));
    } else tests.push(compileField(field, source[field], compilation));
  }
  return all(tests);
}

const isOperatorDoc = (value: unknown): value is Doc =>
  isDoc(value) && (Object.keys(value)[0]?.startsWith('$') ?? false);

function compileField(path: string, operand: unknown, compilation: Compilation): Test {
  compilation.paths.add(path);
  if (isOperatorDoc(operand)) {
    return all(
      Object.keys(operand)
        .filter((operator) => operator !== '$options' || rejectLoneOptions(operand))
        .map((operator) => compileOperator(path, operator, operand, compilation)),
    );
  }
  if (operand instanceof BSONRegExp) return compileOperator(path, '$regex', { $regex: operand }, compilation);
  compilation.constraints.push({ path, operator: '$eq', operand });
  return condition(path, equals(operand), compilation);
}

function rejectLoneOptions(operand: Doc): boolean {
  if (!('$regex' in operand)) throw failures.badValue('$options needs a $regex');
  return false;
}

const negations: Record<string, string> = { $ne: '$eq', $nin: '$in' };

function compileOperator(path: string, operator: string, operands: Doc, compilation: Compilation): Test {
  const operand = operands[operator];
  const positive = negations[operator];
  if (operator === '$ne' && operand instanceof BSONRegExp)
    throw failures.badValue("Can't have regex as arg to $ne.");
  if (positive !== undefined) return negate(path, { [positive]: operand }, compilation);
  if (operator === '$not') return compileNot(path, operand, compilation);
  if (operator === '$elemMatch') return compileElemMatch(path, operand, compilation);
  if (operator === '$all') return compileAll(path, operand, compilation);
  if (operator === '$exists' && !isTruthy(operand)) return negate(path, { $exists: true }, compilation);
  const leaf = Object.hasOwn(leafOperators, operator) ? leafOperators[operator] : undefined;
  if (leaf === undefined) throw failures.unknownOperator(operator);
  compilation.constraints.push({ path, operator, operand });
  return condition(path, leaf(operand, operands), compilation);
}

function negate(path: string, operand: Doc, compilation: Compilation): Test {
  const test = compileField(path, operand, { ...apart(compilation), conditions: [] });
  return (doc) => !test(doc);
}

function compileNot(path: string, operand: unknown, compilation: Compilation): Test {
  if (operand instanceof BSONRegExp) return negate(path, { $regex: operand }, compilation);
  if (!isDoc(operand)) throw failures.badValue('$not needs a regex or a document');
  if (!isOperatorDoc(operand)) throw failures.badValue('$not cannot be empty');
  return negate(path, operand, compilation);
}

/** `{ $elemMatch: { $gt: 1 } }` tests the element itself, `{ $elemMatch: { a: 1 } }` its fields. */
function compileElemMatch(path: string, operand: unknown, compilation: Compilation): Test {
  if (!isDoc(operand)) throw failures.badValue('$elemMatch needs an Object');
  const element = elementTest(operand, compilation.expression);
  const leaf: Leaf = { reach: 'whole', test: (value) => Array.isArray(value) && value.some(element) };
  return condition(path, leaf, compilation, element);
}

const logical = new Set(['$and', '$or', '$nor', '$expr']);

/** Returns the test of one array element, also used by `$pull` and array filters. */
export function elementTest(operand: Doc, expression: ExpressionTest): (value: unknown) => boolean {
  const compilation: Compilation = { expression, constraints: [], conditions: [], paths: new Set() };
  if (isOperatorDoc(operand) && !logical.has(Object.keys(operand)[0] as string)) {
    const test = compileField('v', operand, compilation);
    // An array within the array is one element; only its own elements would match below it.
    return (value) => test({ v: Array.isArray(value) ? [value] : value });
  }
  const test = compileClause(operand, compilation);
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    (isDoc(value) || Array.isArray(value)) &&
    test(value as Doc);
}

function compileAll(path: string, operand: unknown, compilation: Compilation): Test {
  if (!Array.isArray(operand)) throw failures.badValue('$all needs an array');
  if (operand.length === 0) return () => false;
  return all(
    operand.map((value) =>
      compileField(path, isOperatorDoc(value) ? onlyElemMatch(value) : value, compilation),
    ),
  );
}

function onlyElemMatch(value: Doc): Doc {
  if (Object.keys(value)[0] !== '$elemMatch') throw failures.badValue('no $ expressions in $all');
  return value;
}

function condition(
  path: string,
  leaf: Leaf,
  compilation: Compilation,
  element?: (value: unknown) => boolean,
): Test {
  const parts = path.split('.');
  compilation.conditions.push({ path, parts, leaf, ...(element && { element }) });
  if (parts.length === 1)
    return (doc) => acceptsLeaf(leaf, Array.isArray(doc) ? undefined : ownField(doc, path));
  const visit = (value: unknown): boolean => acceptsLeaf(leaf, value);
  return (doc) => visitPath(doc, parts, 0, visit);
}

const noExpression: ExpressionTest = () => {
  throw failures.badValue('$expr is not allowed in this context');
};

/** Compiles a query once. Throws BadValue for an unknown operator. */
export function compileFilter(source: Doc, expression: ExpressionTest = noExpression): Filter {
  const [constraints, conditions]: [Constraint[], Condition[]] = [[], []];
  const paths = new Set<string>();
  let hasExpression = false;
  const noted: ExpressionTest = (operand) => {
    hasExpression = true;
    return expression(operand);
  };
  const test = compileClause(source, { expression: noted, constraints, conditions, paths });
  return { source, test, constraints, conditions, paths: hasExpression ? undefined : paths };
}

/** Returns the index of the first element of the array at `path` that made the filter match: the meaning of `$`. */
export function matchedElement(filter: Filter, path: string, array: readonly unknown[]): number | undefined {
  for (const { path: tested, parts, leaf, element } of filter.conditions) {
    const test = tested === path ? (element ?? leaf.test) : undefined;
    const depth = path.split('.').length;
    const index = test
      ? array.findIndex(test)
      : tested.startsWith(`${path}.`)
        ? array.findIndex((item) => visitPath(item, parts, depth, (value) => acceptsLeaf(leaf, value)))
        : -1;
    if (index >= 0) return index;
  }
  return undefined;
}
