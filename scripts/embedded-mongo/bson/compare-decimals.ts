import type { Decimal128 } from 'bson';

interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A double is a whole number times a power of two; as a fraction it is exact. */
function toFraction(double: number): Fraction {
  let [scaled, denominator] = [double, 1n];
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    denominator *= 2n;
  }
  return { numerator: BigInt(scaled), denominator };
}

function decimalFraction(decimal: string): Fraction {
  const [, sign, whole, digits = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]?\d+))?$/.exec(decimal) ?? [];
  const shift = Number(exponent) - digits.length;
  const value = BigInt(`${sign ?? ''}${whole ?? '0'}${digits}`);
  if (shift >= 0) return { numerator: value * 10n ** BigInt(shift), denominator: 1n };
  return { numerator: value, denominator: 10n ** BigInt(-shift) };
}

/** Compares a Decimal128 with a number exactly: 0.1 as a decimal is less than 0.1 as a double. */
export function compareDecimal(decimal: Decimal128, other: number | bigint): number {
  const text = decimal.toString();
  const approximate = Number(text);
  if (!Number.isFinite(approximate) || (typeof other === 'number' && !Number.isFinite(other))) {
    return approximate < other ? -1 : approximate > other ? 1 : 0;
  }
  const a = decimalFraction(text);
  const b = typeof other === 'bigint' ? { numerator: other, denominator: 1n } : toFraction(other);
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
