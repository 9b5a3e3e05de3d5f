import { dayMs } from '../time.ts';

/** Returns the times of a day (UTC, such as 2027-01-31) as a condition of a query. */
export function toRange(day: string): { $gte: Date; $lt: Date } {
  const from = new Date(`${day}T00:00:00.000Z`);
  return { $gte: from, $lt: new Date(from.getTime() + dayMs) };
}
