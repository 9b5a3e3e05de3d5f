/**
 * Currencies of ISO 4217 whose minor unit is not a hundredth. Every other currency that a shop platform
 * accepts has two decimals.
 */
const currencyExponents: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
};

/** A decimal amount as platforms write it; at most 13 digits before the point. */
export const decimalPattern = /^-?\d{1,13}(?:\.\d{1,12})?$/;

/** Digits after the decimal point of a currency, e.g. 2 for EUR and 0 for JPY. */
function getExponent(currency: string): number {
  return Object.hasOwn(currencyExponents, currency) ? currencyExponents[currency]! : 2;
}

/**
 * Minor units of a decimal text, e.g. `19.99` EUR → 1999 and `1200.00` JPY → 1200; rounded half away
 * from zero. By digits: 1.005 × 100 is 100.49999999999999 in floating point.
 * @throws RangeError when it is not a decimal, or beyond the safe integers.
 */
export function toMinorUnits(decimal: string, currency: string): number {
  if (!decimalPattern.test(decimal))
    throw new RangeError(`"${decimal.slice(0, 40)}" is not a decimal amount.`);
  const negative = decimal.startsWith('-');
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.');
  const exponent = getExponent(currency);
  const kept = fraction.slice(0, exponent).padEnd(exponent, '0');
  const units = Number(whole + kept) + (Number(fraction[exponent] ?? 0) >= 5 ? 1 : 0);
  if (!Number.isSafeInteger(units)) throw new RangeError(`${decimal} ${currency} is too large.`);
  return negative && units !== 0 ? -units : units;
}

/** Returns the decimal text of minor units, e.g. 1999 EUR → `19.99`. */
export function fromMinorUnits(units: number, currency: string): string {
  const exponent = getExponent(currency);
  const digits = String(Math.abs(units)).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const sign = units < 0 ? '-' : '';
  return exponent === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-exponent)}`;
}
