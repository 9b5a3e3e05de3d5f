import type { Crossing } from '../credits/low-balance.ts';
import type { WebhookMessage } from './webhook-message.ts';

/** Builds the message of a crossing. */
export const buildLowBalanceMessage = ({
  account,
  threshold,
  available,
  at,
}: Omit<Crossing, 'name'>): WebhookMessage => ({
  type: 'credits.low',
  timestamp: at.toISOString(),
  data: { account, available, threshold },
});
