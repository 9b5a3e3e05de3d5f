/**
 * Returns true for everything but false, zero, null and missing, as expressions and options count it. NaN is not zero.
 */
export const isTruthy = (value: unknown): boolean =>
  value !== false && value !== null && value !== undefined && !(typeof value === 'number' && value === 0);
