import Joi from 'joi';
import { type DayRange, lastDays } from '../../shared/credits/usage-days.ts';
import { ApiError } from '../../shared/errors.ts';
import type { FormErrors } from './form.ts';

export interface NamedRange {
  title: string;
  range: DayRange;
}

/** A range that was asked for and cannot be shown, with its mistakes. */
export interface RefusedRange {
  range: Partial<DayRange>;
  errors: FormErrors;
}

const text = Joi.string().allow('').max(40);

/** The query of a page with a range of days; whatever reads the days checks them. */
export const dayRangeFields = { from: text, to: text };

const usualDays = [7, 30, 90, 365];
const defaultDays = 30;

/** Lists the usual ranges, up to today. */
export const listRanges = (): NamedRange[] =>
  usualDays.map((days) => ({ title: `${days} days`, range: lastDays(days) }));

/** Returns the range of a query; what it leaves out is of the last days. */
export function toDayRange({ from, to }: Partial<DayRange>): DayRange {
  return { ...lastDays(defaultDays), ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** Reads the range that was asked for; when it is none, the usual one with what is wrong. */
export async function readInRange<Found>(
  { from, to }: Partial<DayRange>,
  read: (range: DayRange) => Promise<Found>,
): Promise<{ found: Found; refused?: RefusedRange }> {
  const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  try {
    return { found: await read(toDayRange(range)) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'INVALID_INPUT') throw error;
    const { field = 'from' } = error.detail;
    return { found: await read(toDayRange({})), refused: { range, errors: { [field]: error.message } } };
  }
}
