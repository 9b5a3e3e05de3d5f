import { Decimal128, Long, Timestamp } from 'bson';
import { compareValues, numeric } from '../bson/compare.ts';
import { shellFormat } from '../bson/shell-format.ts';
import { rank, typeName, typeRank } from '../bson/types.ts';
import { failures } from '../errors.ts';
import type { FieldOperator } from './field-operator.ts';

const isNumber = (value: unknown): boolean => typeRank(value) === rank.number;

function checkOperands(
  name: string,
  verb: string,
  { id, path, value, operand, exists }: Parameters<FieldOperator>[0],
): void {
  if (!isNumber(operand)) {
    throw failures.typeMismatch(
      `Cannot ${verb} with non-numeric argument: {${path}: ${shellFormat(operand)}}`,
    );
  }
  if (exists && !isNumber(value)) {
    throw failures.typeMismatch(
      `Cannot apply ${name} to a value of non-numeric type. {_id: ${shellFormat(id)}} has the field '${path.split('.').at(-1)}' of non-numeric type ${typeName(value)}`,
    );
  }
}

const outOfInt64 = (value: bigint): boolean => value > 2n ** 63n - 1n || value < -(2n ** 63n);

/** Doubles as JavaScript does them, int64 exactly. Decimal128 is rejected: there is no decimal arithmetic. */
function combine(
  a: unknown,
  b: unknown,
  doubles: (x: number, y: number) => number,
  exact: (x: bigint, y: bigint) => bigint,
): unknown {
  if (a instanceof Decimal128 || b instanceof Decimal128) {
    throw failures.badValue('the embedded database has no Decimal128 arithmetic');
  }
  const result = doubles(Number(a), Number(b));
  const integers = [a, b].every((value) => value instanceof Long || Number.isInteger(value));
  if (!integers || Number.isSafeInteger(result)) return result;
  const [x, y] = [numeric(a), numeric(b)];
  const sum = exact(BigInt(x), BigInt(y));
  if (outOfInt64(sum))
    throw failures.badValue('Failed to apply the operation: the result does not fit in an int64');
  return a instanceof Long || b instanceof Long || Number.isSafeInteger(Number(x))
    ? Long.fromBigInt(sum)
    : result;
}

const inc: FieldOperator = (target) => {
  checkOperands('$inc', 'increment', target);
  const { exists, value, operand } = target;
  return {
    set: exists
      ? combine(
          value,
          operand,
          (x, y) => x + y,
          (x, y) => x + y,
        )
      : operand,
  };
};

const mul: FieldOperator = (target) => {
  checkOperands('$mul', 'multiply', target);
  const { exists, value, operand } = target;
  return {
    set: exists
      ? combine(
          value,
          operand,
          (x, y) => x * y,
          (x, y) => x * y,
        )
      : 0,
  };
};

const keepWhen =
  (wins: (order: number) => boolean): FieldOperator =>
  ({ exists, value, operand }) =>
    !exists || wins(compareValues(operand, value)) ? { set: operand } : 'keep';

const bit: FieldOperator = ({ exists, value, operand, path }) => {
  const [operation, mask] = Object.entries((operand ?? {}) as Record<string, unknown>)[0] ?? [];
  if (typeof mask !== 'number' || !['and', 'or', 'xor'].includes(operation ?? '')) {
    throw failures.badValue(
      `The $bit modifier must be given a numeric 'and', 'or' or 'xor' for {${path}: ${shellFormat(operand)}}`,
    );
  }
  const current = exists ? value : 0;
  if (typeof current !== 'number' || (current | 0) !== current || (mask | 0) !== mask) {
    throw failures.badValue(
      `Cannot apply $bit to a value of non-integral type, field '${path}' has type ${typeName(current)}`,
    );
  }
  return { set: operation === 'and' ? current & mask : operation === 'or' ? current | mask : current ^ mask };
};

const currentDate: FieldOperator = ({ operand, path, now }) => {
  const type =
    operand === true || operand === false ? 'date' : (operand as { $type?: unknown } | null)?.$type;
  if (type === 'date') return { set: now };
  if (type === 'timestamp') return { set: new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 }) };
  throw failures.badValue(
    `The '$type' string field of $currentDate at '${path}' is required to be 'date' or 'timestamp'`,
  );
};

export const arithmeticOperators: Record<string, FieldOperator> = {
  $inc: inc,
  $mul: mul,
  $min: keepWhen((order) => order < 0),
  $max: keepWhen((order) => order > 0),
  $bit: bit,
  $currentDate: currentDate,
};
