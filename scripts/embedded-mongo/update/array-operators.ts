import { BSONRegExp } from 'bson';
import { compareValues, equalValues } from '../bson/compare.ts';
import { plainNumbers } from '../bson/exact-numbers.ts';
import { encodeValue } from '../bson/key-string.ts';
import { shellFormat } from '../bson/shell-format.ts';
import { type Doc, isDoc, typeName } from '../bson/types.ts';
import { failures } from '../errors.ts';
import { elementTest } from '../query/matcher.ts';
import { toRegExp } from '../query/regex.ts';
import { parseSort, sortBy } from '../query/sort.ts';
import type { FieldOperator, FieldTarget } from './field-operator.ts';

function readArray({ id, path, exists, value }: FieldTarget): unknown[] {
  if (!exists) return [];
  if (Array.isArray(value)) return value;
  throw failures.badValue(
    `The field '${path}' must be an array but is of type ${typeName(value)} in document {_id: ${shellFormat(id)}}`,
  );
}

const pushModifiers = new Set(['$each', '$slice', '$sort', '$position']);

function readEach(
  operand: unknown,
  operator: string,
  modifiers: ReadonlySet<string>,
): { values: unknown[]; clauses: Doc } {
  if (!isDoc(operand) || !('$each' in operand)) return { values: [operand], clauses: {} };
  const unknown = Object.keys(operand).find((clause) => !modifiers.has(clause));
  if (unknown) throw failures.badValue(`Unrecognized clause in ${operator}: ${unknown}`);
  if (!Array.isArray(operand.$each)) {
    throw failures.badValue(
      `The argument to $each in ${operator} must be an array but it was of type: ${typeName(operand.$each)}`,
    );
  }
  return { values: operand.$each, clauses: operand };
}

function integerClause(clauses: Doc, name: string): number | undefined {
  const value = plainNumbers(clauses[name]);
  if (value === undefined || Number.isInteger(value)) return value as number | undefined;
  throw failures.badValue(
    `The value for ${name} must be an integer value but was given type: ${typeName(value)}`,
  );
}

const push: FieldOperator = (target) => {
  const array = readArray(target);
  const { values, clauses } = readEach(target.operand, '$push', pushModifiers);
  const position = integerClause(clauses, '$position');
  const slice = integerClause(clauses, '$slice');
  let result = array.slice();
  result.splice(position ?? result.length, 0, ...values);
  if (clauses.$sort !== undefined) result = sortElements(result, clauses.$sort);
  if (slice !== undefined) result = slice < 0 ? result.slice(slice) : result.slice(0, slice);
  if (values.length === 0 && equalValues(result, array) && target.exists) return 'keep';
  return { set: result };
};

function sortElements(elements: unknown[], given: unknown): unknown[] {
  const order = plainNumbers(given);
  if (isDoc(order) && Object.keys(order).length === 0)
    throw failures.badValue('The $sort pattern is empty when it should be a set of fields.');
  if (isDoc(order)) return sortBy(elements, (element) => (isDoc(element) ? element : {}), parseSort(order));
  if (order !== 1 && order !== -1) throw failures.badValue('The $sort element value must be either 1 or -1');
  return elements.sort((a, b) => compareValues(a, b) * order);
}

const addToSet: FieldOperator = (target) => {
  const { exists, value, path } = target;
  if (exists && !Array.isArray(value)) {
    throw failures.badValue(
      `Cannot apply $addToSet to non-array field. Field named '${path.split('.').at(-1)}' has non-array type ${typeName(value)}`,
    );
  }
  const array = exists ? (value as unknown[]) : [];
  const known = new Set(array.map(encodeValue));
  const added: unknown[] = [];
  for (const candidate of readEach(target.operand, '$addToSet', new Set(['$each'])).values) {
    const key = encodeValue(candidate);
    if (!known.has(key)) added.push(candidate);
    known.add(key);
  }
  return added.length === 0 && exists ? 'keep' : { set: [...array, ...added] };
};

function without(
  target: FieldTarget,
  operator: string,
  drop: (element: unknown) => boolean,
): ReturnType<FieldOperator> {
  if (!target.exists) return 'keep';
  if (!Array.isArray(target.value)) throw failures.badValue(`Cannot apply ${operator} to a non-array value`);
  const kept = target.value.filter((element) => !drop(element));
  return kept.length === target.value.length ? 'keep' : { set: kept };
}

/** A document removes the elements whose fields match it as a query; an operator document tests the element itself. */
function pullTest({ operand, expression }: FieldTarget): (element: unknown) => boolean {
  if (operand instanceof BSONRegExp) {
    const pattern = toRegExp(operand);
    return (element) => typeof element === 'string' && pattern.test(element);
  }
  if (isDoc(operand)) return elementTest(operand, expression);
  return (element) => equalValues(element, operand);
}

const pull: FieldOperator = (target) => without(target, '$pull', pullTest(target));

export const arrayOperators: Record<string, FieldOperator> = {
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
};
