/** What counts as true in an expression or an option: everything but false, zero, null and missing. NaN is not zero. */
export const isTruthy = (value: unknown): boolean =>
  value !== false && value !== null && value !== undefined && !(typeof value === 'number' && value === 0);
