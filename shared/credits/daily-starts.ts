import type { AccountDoc, DailyStarts } from '../accounts/account-model.ts';
import type { Config } from '../config/variables.ts';
import { dayMs } from '../time.ts';

export type StartLimits = Pick<Config, 'UNCHARGED_STARTS_PER_DAY' | 'UNCHARGED_STARTS_PER_CHARGED'>;

/** The uncharged starts that an account has left today (UTC): renders ended without a charge after a provider call. */
export interface UnchargedStarts {
  used: number;
  /** Grows with each render that is charged. */
  limit: number;
  /** When the count starts again. */
  resetsAt: string;
}

/** Returns the day (UTC) of a moment, as `DailyStarts.day`. */
export const toDay = (at: Date): string => at.toISOString().slice(0, 10);

export function toUnchargedStarts(
  { starts }: Pick<AccountDoc, 'starts'>,
  limits: StartLimits,
  now: Date,
): UnchargedStarts {
  const { charged, uncharged } = getCounts(starts, toDay(now));
  return {
    used: uncharged,
    limit: limits.UNCHARGED_STARTS_PER_DAY + limits.UNCHARGED_STARTS_PER_CHARGED * charged,
    resetsAt: new Date(Math.floor(now.getTime() / dayMs + 1) * dayMs).toISOString(),
  };
}

/** A later day than ours, by the clock of another machine, counts as today. */
function getCounts(starts: DailyStarts | undefined, today: string): Omit<DailyStarts, 'day'> {
  return starts && starts.day >= today ? starts : { charged: 0, uncharged: 0 };
}
