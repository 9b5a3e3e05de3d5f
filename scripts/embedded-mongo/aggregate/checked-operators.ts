import { evalExpr } from 'mingo/core';
import * as builtIn from 'mingo/operators/expression';
import { isTruthy } from '../bson/truth.ts';
import { type Doc, isDoc, typeName } from '../bson/types.ts';
import { failures, MongoFailure } from '../errors.ts';

type Operator = (obj: unknown, expr: unknown, options: never) => unknown;

const mingo = builtIn as unknown as Record<string, Operator>;

/** The arguments of an operator that takes several; one that stands alone counts as a list of one. */
function argumentsOf(obj: unknown, expr: unknown, options: never): unknown[] {
  const list = Array.isArray(expr) ? expr : [expr];
  return list.map((argument) => evalExpr(obj, argument, options));
}

/** mingo's operator behind a check of the evaluated arguments: it returns null where MongoDB fails. */
const checked =
  (name: string, check: (values: unknown[]) => void): Operator =>
  (obj, expr, options) => {
    check(argumentsOf(obj, expr, options));
    return mingo[name]?.(obj, expr, options);
  };

const size = checked('$size', ([value]) => {
  if (Array.isArray(value)) return;
  throw new MongoFailure(
    17124,
    `The argument to $size must be an array, but was of type: ${typeName(value)}`,
  );
});

const mod = checked('$mod', ([, divisor]) => {
  if (divisor === 0) throw new MongoFailure(16610, "can't $mod by zero");
});

const split = checked('$split', ([, separator]) => {
  if (separator === '') throw new MongoFailure(40087, '$split requires a non-empty separator');
});

const mergeObjects = checked('$mergeObjects', (values) => {
  const list = values.length === 1 && Array.isArray(values[0]) ? values[0] : values;
  const wrong = list.find((value) => value !== null && value !== undefined && !isDoc(value));
  if (wrong === undefined) return;
  throw new MongoFailure(
    40400,
    `$mergeObjects requires object inputs, but input is of type ${typeName(wrong)}`,
  );
});

const changeCase =
  (name: '$toUpper' | '$toLower'): Operator =>
  (obj, expr, options) => {
    const [value] = argumentsOf(obj, expr, options);
    return value === null || value === undefined ? '' : mingo[name]?.(obj, expr, options);
  };

/** mingo truncates in the zone and then shifts the result by it once more. */
const dateTrunc: Operator = (obj, expr, options) => {
  if (isDoc(expr) && expr.timezone !== undefined && expr.timezone !== 'UTC') {
    throw failures.badValue('the embedded database has no $dateTrunc with a timezone');
  }
  return mingo.$dateTrunc?.(obj, expr, options);
};

const monthsOf: Record<string, number> = { month: 1, quarter: 3, year: 12 };

/** A day that the target month does not have becomes its last day. */
function addMonths(date: Date, months: number): Date {
  const day = date.getUTCDate();
  const moved = new Date(date);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, lastDay));
  return moved;
}

const shiftDate =
  (name: '$dateAdd' | '$dateSubtract', sign: 1 | -1): Operator =>
  (obj, expr, options) => {
    const values = evalExpr(obj, expr, options) as Doc;
    const months = monthsOf[String(values.unit)];
    if (months === undefined) return mingo[name]?.(obj, expr, options);
    if (values.timezone !== undefined && values.timezone !== 'UTC') {
      throw failures.badValue(`the embedded database has no ${name} of months with a timezone`);
    }
    if (!(values.startDate instanceof Date) || !Number.isInteger(values.amount)) return null;
    return addMonths(values.startDate, sign * months * (values.amount as number));
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

const choose: Operator = (obj, expr, options) => {
  const { branches, default: otherwise } = (isDoc(expr) ? expr : {}) as {
    branches?: Doc[];
    default?: unknown;
  };
  for (const branch of branches ?? []) {
    if (isTruthy(evalExpr(obj, branch.case, options))) return evalExpr(obj, branch.then, options);
  }
  if (isDoc(expr) && 'default' in expr) return evalExpr(obj, otherwise, options);
  throw new MongoFailure(
    40066,
    '$switch could not find a matching branch for an input, and no default was specified.',
  );
};

export const checkedOperators: Record<string, Operator> = {
  $and: (obj, expr, options) => argumentsOf(obj, expr, options).every(isTruthy),
  $or: (obj, expr, options) => argumentsOf(obj, expr, options).some(isTruthy),
  $not: (obj, expr, options) => !isTruthy(argumentsOf(obj, expr, options)[0]),
  $cond: condition,
  $switch: choose,
  $size: size,
  $mod: mod,
  $split: split,
  $mergeObjects: mergeObjects,
  $toUpper: changeCase('$toUpper'),
  $toLower: changeCase('$toLower'),
  $dateTrunc: dateTrunc,
  $dateAdd: shiftDate('$dateAdd', 1),
  $dateSubtract: shiftDate('$dateSubtract', -1),
};
