import { Context, evalExpr } from 'mingo/core';
import * as builtIn from 'mingo/operators/expression';

import { plainNumbers } from '../bson/exact-numbers.ts';
import { ownField } from '../bson/path.ts';
import { isTruthy } from '../bson/truth.ts';
import { type Doc, isDoc, typeName } from '../bson/types.ts';
import { failures, MongoFailure } from '../errors.ts';
import { checkedOperators } from './checked-operators.ts';
import { comparisonOperators } from './comparison-operators.ts';
import { fieldPath, fieldPathOperator, withFieldPaths } from './field-path.ts';

/**
 * The operators that the platform, its tests and its libraries use, compared with MongoDB's documentation. Others
 * exist in mingo but are refused: a wrong result is worse than none.
 */
const allowed = [
  '$add',
  '$and',
  '$concat',
  '$cond',
  '$dateToString',
  '$divide',
  '$eq',
  '$gt',
  '$gte',
  '$ifNull',
  '$in',
  '$literal',
  '$lt',
  '$lte',
  '$max',
  '$min',
  '$multiply',
  '$ne',
  '$not',
  '$or',
  '$size',
  '$subtract',
  '$sum',
  '$toString',
] as const;

type Operator = (obj: unknown, expr: unknown, options: never) => unknown;
const known = new Set<string>(allowed);

const capture: { options: unknown } = { options: undefined };
const operators: Record<string, Operator> = Object.fromEntries(
  allowed
    .map((name): [string, Operator | undefined] => [
      name,
      (builtIn as unknown as Record<string, Operator>)[name],
    ])
    .filter((entry): entry is [string, Operator] => entry[1] !== undefined),
);
Object.assign(operators, comparisonOperators, checkedOperators, {
  [fieldPathOperator]: (obj: unknown, path: string) => fieldPath(obj, path.split('.')),
  $captureOptions: (_obj: unknown, _expr: unknown, options: never) => {
    capture.options = options;
    return null;
  },
});

const context = Context.init({ expression: operators as never });

interface Prepared {
  update: (locals: { root: unknown }) => never;
}

/**
 * mingo copies its whole operator table for each evaluation that starts from plain options (measured: 9 µs);
 * the object it passes to operators can be used again, so one is caught and kept per compiled expression.
 */
function prepare(variables: Doc): Prepared {
  evalExpr({}, { $captureOptions: 1 }, { context, scriptEnabled: false, variables } as never);
  return capture.options as Prepared;
}

/** Compiles an expression. Throws InvalidPipelineOperator for operators outside the list. */
export function compileExpression(expression: unknown, variables: Doc = {}): (doc: Doc) => unknown {
  if (typeof expression === 'string' && /^\$[^$.]+$/.test(expression)) {
    const field = expression.slice(1);
    return (doc) => ownField(doc, field);
  }
  if (typeof expression === 'string' && expression === '$$ROOT') return (doc) => doc;
  if (expression === null || typeof expression !== 'object') {
    if (typeof expression !== 'string' || !expression.startsWith('$')) return () => expression;
  }
  checkExpression(expression);
  const prepared = withFieldPaths(expression);
  let options: Prepared | undefined;
  return (doc) => {
    options ??= prepare(variables);
    const plain = plainNumbers(doc);
    try {
      return evalExpr(plain, prepared, options.update({ root: plain }));
    } catch (error) {
      throw error instanceof MongoFailure ? error : failures.badValue((error as Error).message);
    }
  };
}

/**
 * Compiles a computed field of a projection, where MongoDB has a code of its own for an operator that it does not know.
 */
export function compileProjected(expression: unknown, variables: Doc = {}): (doc: Doc) => unknown {
  const [first] = isDoc(expression) ? Object.keys(expression) : [];
  if (first?.startsWith('$') && !known.has(first)) {
    throw new MongoFailure(31325, `Invalid $project :: caused by :: Unknown expression ${first}`);
  }
  return compileExpression(expression, variables);
}

function checkExpression(expression: unknown): void {
  if (Array.isArray(expression)) for (const item of expression) checkExpression(item);
  if (!isDoc(expression)) return;
  const [first] = Object.keys(expression);
  if (first?.startsWith('$')) {
    if (Object.keys(expression).length > 1) {
      throw new MongoFailure(
        15983,
        `an object representing an expression must have exactly one field, not ${typeName(expression)}`,
      );
    }
    if (!known.has(first)) throw failures.unknownExpression(first);
    if (first === '$literal') return;
  }
  for (const value of Object.values(expression)) checkExpression(value);
}

/** `$expr` as a test. */
export function expressionTest(expression: unknown, variables: Doc = {}): (doc: Doc) => boolean {
  const evaluate = compileExpression(expression, variables);
  return (doc) => isTruthy(evaluate(doc));
}
