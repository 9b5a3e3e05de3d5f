import Joi from 'joi';
import { platformId } from '../../catalog/platform-id.ts';
import { decimalPattern, toMinorUnits } from '../../money.ts';
import { check } from '../../validation/validate.ts';
import { UnreadableOrder } from '../order-update.ts';

/** The pieces of the schemas of all platforms. */

export const orderLimits = { lines: 2000, refunds: 500, attributes: 250, text: 500, minor: 1e12 } as const;

/** It becomes part of document ids. */
const orderIdPattern = /^[\w.:/#-]{1,128}$/;

export const orderId = platformId
  .custom((id: string, { error }) => (orderIdPattern.test(id) && id !== '0' ? id : error('orderId.base')))
  .messages({
    'orderId.base': '{#label} must be an id of at most 128 letters, digits and . : / # - _',
  });

/** A decimal as text or number; its value is the text. */
export const decimal = Joi.alternatives(
  Joi.string().pattern(decimalPattern, 'a decimal amount'),
  Joi.number().min(-1e12).max(1e12),
).custom((value: string | number, helpers) => {
  const text = typeof value === 'number' ? value.toFixed(6) : value;
  return decimalPattern.test(text) ? text : helpers.error('any.invalid');
});

export const currency = Joi.string().pattern(/^[A-Z]{3}$/, 'an ISO 4217 code');
export const quantity = Joi.number().integer().min(0).max(1_000_000);
export const token = Joi.string().max(orderLimits.text).allow('', null);

/** Reads the part of a body that a schema describes; other fields are dropped. @throws UnreadableOrder */
export function read<Value>(schema: Joi.ObjectSchema<Value>, body: unknown): Value {
  const { value, mistakes } = check(schema, body, { stripUnknown: true });
  if (mistakes) throw new UnreadableOrder(mistakes.message);
  return value;
}

/** @throws UnreadableOrder */
export function minorUnits(amount: string, of: string): number {
  try {
    const units = toMinorUnits(amount, of);
    if (Math.abs(units) <= orderLimits.minor) return units;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
  }
  throw new UnreadableOrder(`The amount ${amount} ${of} is too large.`);
}

/** @throws UnreadableOrder naming the field. */
export function moment(field: string, text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new UnreadableOrder(`${field} is not a valid date.`);
  return date;
}

/** Computes the amount of a line after its discount. @throws UnreadableOrder */
export function lineAmount(price: number, pieces: number, discount: number): number {
  const amount = price * pieces - discount;
  if (Math.abs(amount) > orderLimits.minor) throw new UnreadableOrder('A line of the order is too large.');
  return amount;
}

export function idOrNull(id: string | null | undefined): string | null {
  return id && id !== '0' ? id : null;
}

/** Adds decimal texts exactly, at twelve digits after the point. */
export function addDecimals(amounts: readonly string[]): string {
  let sum = 0n;
  for (const amount of amounts) {
    const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
    const scaled = BigInt(whole + fraction.padEnd(12, '0'));
    sum += amount.startsWith('-') ? -scaled : scaled;
  }
  const digits = String(sum < 0n ? -sum : sum).padStart(13, '0');
  const text = `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/, '');
  return sum < 0n ? `-${text}` : text;
}

/** Reads the list of names and values that platforms write; the last value of a name is used. */
export function toAttributes(entries: readonly (readonly [string, unknown])[]): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (const [name, value] of entries.slice(0, orderLimits.attributes)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    attributes[name] = String(value).slice(0, orderLimits.text);
  }
  return { ...attributes };
}
