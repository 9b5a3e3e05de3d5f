import { evalExpr } from 'mingo/core';
import { isTruthy } from '../bson/truth.ts';
import { isDoc, typeName } from '../bson/types.ts';
import { MongoFailure } from '../errors.ts';

type Operator = (obj: unknown, expr: unknown, options: never) => unknown;

/** Reads the arguments of an operator that takes several; one that stands alone counts as a list of one. */
function readArguments(obj: unknown, expr: unknown, options: never): unknown[] {
  const list = Array.isArray(expr) ? expr : [expr];
  return list.map((argument) => evalExpr(obj, argument, options));
}

/** mingo returns null where MongoDB fails. */
const size: Operator = (obj, expr, options) => {
  const [value] = readArguments(obj, expr, options);
  if (Array.isArray(value)) return value.length;
  throw new MongoFailure(
    17124,
    `The argument to $size must be an array, but was of type: ${typeName(value)}`,
  );
};

const condition: Operator = (obj, expr, options) => {
  const [test, yes, no] = Array.isArray(expr) ? expr : isDoc(expr) ? [expr.if, expr.then, expr.else] : [];
  if (Array.isArray(expr) && expr.length !== 3) {
    throw new MongoFailure(
      16020,
      `Expression $cond takes exactly 3 arguments. ${expr.length} were passed in.`,
    );
  }
  return evalExpr(obj, isTruthy(evalExpr(obj, test, options)) ? yes : no, options);
};

export const checkedOperators: Record<string, Operator> = {
  $and: (obj, expr, options) => readArguments(obj, expr, options).every(isTruthy),
  $or: (obj, expr, options) => readArguments(obj, expr, options).some(isTruthy),
  $not: (obj, expr, options) => !isTruthy(readArguments(obj, expr, options)[0]),
  $cond: condition,
  $size: size,
};
