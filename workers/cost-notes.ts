import type { CostDayModel } from '../shared/costs/cost-day-model.ts';
import { type CostNote, tallyCosts } from '../shared/costs/tally-costs.ts';
import { throttledErrorLog } from '../shared/jobs/throttled-log.ts';
import type { Logger } from '../shared/log.ts';
import type { Notes } from './notes.ts';

/** Returns what adds to the costs of an account's day. */
export const collectCosts = (notes: Notes, costDays: CostDayModel, log: Logger): ((note: CostNote) => void) =>
  notes.collect((several) => tallyCosts(costDays, several), throttledErrorLog(log, 'Costs of accounts'));
