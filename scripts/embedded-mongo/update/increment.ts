import { Decimal128, Long } from 'bson';
import { numeric } from '../bson/compare.ts';
import { asDouble } from '../bson/exact-numbers.ts';
import { shellFormat } from '../bson/shell-format.ts';
import { rank, typeName, typeRank } from '../bson/types.ts';
import { failures } from '../errors.ts';
import type { FieldOperator } from './field-operator.ts';

const isNumber = (value: unknown): boolean => typeRank(value) === rank.number;

function checkOperands({ id, path, value, operand, exists }: Parameters<FieldOperator>[0]): void {
  if (!isNumber(operand)) {
    throw failures.typeMismatch(
      `Cannot increment with non-numeric argument: {${path}: ${shellFormat(operand)}}`,
    );
  }
  if (exists && !isNumber(value)) {
    throw failures.typeMismatch(
      `Cannot apply $inc to a value of non-numeric type. {_id: ${shellFormat(id)}} has the field '${path.split('.').at(-1)}' of non-numeric type ${typeName(value)}`,
    );
  }
}

const outOfInt64 = (value: bigint): boolean => value > 2n ** 63n - 1n || value < -(2n ** 63n);

function getWidth(value: unknown): 'int' | 'long' | 'double' {
  if (value instanceof Decimal128) {
    throw failures.badValue('the embedded database has no Decimal128 arithmetic');
  }
  if (value instanceof Long) return 'long';
  return typeName(value) === 'int' ? 'int' : 'double';
}

/** The result has the wider type of both; an int32 that overflows becomes an int64, as in MongoDB. */
function add(a: unknown, b: unknown): unknown {
  const widths = [getWidth(a), getWidth(b)];
  if (widths.includes('double')) return asDouble(Number(a) + Number(b));
  const result = BigInt(numeric(a)) + BigInt(numeric(b));
  if (outOfInt64(result))
    throw failures.badValue('Failed to apply the operation: the result does not fit in an int64');
  const fits = BigInt.asIntN(32, result) === result;
  return fits && !widths.includes('long') ? Number(result) : Long.fromBigInt(result);
}

/** `$inc` */
export const increment: FieldOperator = (target) => {
  checkOperands(target);
  const { exists, value, operand } = target;
  return { set: exists ? add(value, operand) : operand };
};
