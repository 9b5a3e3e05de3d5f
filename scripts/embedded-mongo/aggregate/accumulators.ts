import { Decimal128 } from 'bson';
import { compareValues } from '../bson/compare.ts';
import { asDouble } from '../bson/exact-numbers.ts';
import { rank, typeRank } from '../bson/types.ts';
import { failures } from '../errors.ts';

/** Collects the values of one group. */
export interface Accumulator {
  readonly add: (value: unknown) => void;
  readonly result: () => unknown;
}

/** Numbers of a `$sum` or `$avg`; everything else is left out, as MongoDB does. */
function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (value instanceof Decimal128)
    throw failures.badValue('the embedded database has no Decimal128 arithmetic');
  return typeRank(value) === rank.number ? Number(value) : undefined;
}

function sum(): Accumulator {
  let total = 0;
  return {
    add: (value) => {
      total += toNumber(value) ?? 0;
    },
    result: () => total,
  };
}

function average(): Accumulator {
  let [total, count] = [0, 0];
  return {
    add: (value) => {
      const number = toNumber(value);
      if (number === undefined) return;
      total += number;
      count++;
    },
    result: () => (count === 0 ? null : asDouble(total / count)),
  };
}

const extreme = (direction: 1 | -1) => (): Accumulator => {
  let best: unknown;
  return {
    add: (value) => {
      if (value === null || value === undefined) return;
      if (best === undefined || compareValues(value, best) * direction < 0) best = value;
    },
    result: () => best ?? null,
  };
};

export const accumulators: Record<string, () => Accumulator> = {
  $sum: sum,
  $avg: average,
  $min: extreme(1),
  $max: extreme(-1),
};
