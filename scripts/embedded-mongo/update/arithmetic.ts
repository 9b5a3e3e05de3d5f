import { Decimal128, Long, Timestamp } from 'bson';
import { compareValues, numeric } from '../bson/compare.ts';
import { asDouble } from '../bson/exact-numbers.ts';
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

type Width = 'int' | 'long' | 'double';

function widthOf(value: unknown): Width {
  if (value instanceof Decimal128) {
    throw failures.badValue('the embedded database has no Decimal128 arithmetic');
  }
  if (value instanceof Long) return 'long';
  return typeName(value) === 'int' ? 'int' : 'double';
}

/** The result has the wider type of both; an int32 that overflows becomes an int64, as in MongoDB. */
function combine(
  a: unknown,
  b: unknown,
  doubles: (x: number, y: number) => number,
  exact: (x: bigint, y: bigint) => bigint,
): unknown {
  const widths = [widthOf(a), widthOf(b)];
  if (widths.includes('double')) return asDouble(doubles(Number(a), Number(b)));
  const result = exact(BigInt(numeric(a)), BigInt(numeric(b)));
  if (outOfInt64(result))
    throw failures.badValue('Failed to apply the operation: the result does not fit in an int64');
  const fits = BigInt.asIntN(32, result) === result;
  return fits && !widths.includes('long') ? Number(result) : Long.fromBigInt(result);
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
      : combine(
          0,
          operand,
          () => 0,
          () => 0n,
        ),
  };
};

const keepWhen =
  (wins: (order: number) => boolean): FieldOperator =>
  ({ exists, value, operand }) =>
    !exists || wins(compareValues(operand, value)) ? { set: operand } : 'keep';

const bitOperations: Record<string, (current: number, mask: number) => number> = {
  and: (current, mask) => current & mask,
  or: (current, mask) => current | mask,
  xor: (current, mask) => current ^ mask,
};

const bit: FieldOperator = ({ exists, value, operand, path }) => {
  const steps = Object.entries((operand ?? {}) as Record<string, unknown>);
  let current = exists ? value : 0;
  if (steps.length === 0 || steps.some(([name, mask]) => !bitOperations[name] || typeName(mask) !== 'int')) {
    throw failures.badValue(
      `The $bit modifier must be given a numeric 'and', 'or' or 'xor' for {${path}: ${shellFormat(operand)}}`,
    );
  }
  if (typeName(current) !== 'int') {
    throw failures.badValue(
      `Cannot apply $bit to a value of non-integral type, field '${path}' has type ${typeName(current)}`,
    );
  }
  for (const [name, mask] of steps) current = bitOperations[name]?.(current as number, mask as number);
  return { set: current };
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
