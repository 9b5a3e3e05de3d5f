import { evalExpr } from 'mingo/core';
import { compareValues, equalValues } from '../bson/compare.ts';
import { typeName } from '../bson/types.ts';
import { MongoFailure } from '../errors.ts';

type Operator = (obj: unknown, expr: unknown, options: never) => unknown;

/**
 * mingo's own comparisons take two different Binaries for equal, enter arrays as a query would, and do not know
 * BSON's order of types (all measured), so these replace them.
 */
const compare =
  (name: string, result: (order: number) => unknown): Operator =>
  (obj, expr, options) => {
    const [left, right] = operands(name, obj, expr, options);
    return result(compareValues(left, right));
  };

function operands(name: string, obj: unknown, expr: unknown, options: never): unknown[] {
  const values = evalExpr(obj, expr, options);
  if (!Array.isArray(values) || values.length !== 2) {
    throw new MongoFailure(
      16020,
      `Expression ${name} takes exactly 2 arguments. ${Array.isArray(values) ? values.length : 1} were passed in.`,
    );
  }
  return values;
}

const isIn: Operator = (obj, expr, options) => {
  const [value, list] = operands('$in', obj, expr, options);
  if (!Array.isArray(list))
    throw new MongoFailure(40081, `$in requires an array as a second argument, found: ${typeName(list)}`);
  return list.some((item) => equalValues(item, value));
};

/** A single argument that is an array is searched; several arguments are compared as they are. */
const extreme =
  (direction: 1 | -1): Operator =>
  (obj, expr, options) => {
    const value = evalExpr(obj, expr, options);
    const single = Array.isArray(expr) && expr.length === 1 ? (value as unknown[])[0] : value;
    const list = (Array.isArray(single) ? single : [single]).filter(
      (item) => item !== null && item !== undefined,
    );
    if (list.length === 0) return null;
    return list.reduce((best, item) => (compareValues(item, best) * direction < 0 ? item : best));
  };

export const comparisonOperators: Record<string, Operator> = {
  $eq: compare('$eq', (order) => order === 0),
  $ne: compare('$ne', (order) => order !== 0),
  $gt: compare('$gt', (order) => order > 0),
  $gte: compare('$gte', (order) => order >= 0),
  $lt: compare('$lt', (order) => order < 0),
  $lte: compare('$lte', (order) => order <= 0),
  $in: isIn,
  $min: extreme(1),
  $max: extreme(-1),
};
