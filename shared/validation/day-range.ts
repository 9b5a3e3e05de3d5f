import Joi from 'joi';
import type { DayRange } from '../credits/usage-days.ts';
import { dayMs } from '../time.ts';

const day = Joi.string()
  .custom((text: string, { error }) => (isDay(text) ? text : error('day.base')))
  .messages({ 'day.base': '{#label} is not a valid day; write it as 2026-01-31' });

/** `Date` reads 30 February as 2 March. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00.000Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  );
}

/** Builds the rule of a range of days (UTC), both included. */
export const buildDayRange = (maxDays: number) =>
  Joi.object<DayRange, true>({ from: day.required(), to: day.required() })
    .custom((range: DayRange, { error }) => {
      const days = (Date.parse(range.to) - Date.parse(range.from)) / dayMs + 1;
      if (days < 1) return error('range.reversed');
      return days > maxDays ? error('range.tooLong') : range;
    })
    .messages({
      'range.reversed': 'from is after to; swap them',
      'range.tooLong': `The range is longer than ${maxDays} days; ask for less`,
    });
