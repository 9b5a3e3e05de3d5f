import { type CreditModels, grantCredits } from '../../shared/credits/credits.ts';
import { reverseCredits } from '../../shared/credits/reversals.ts';
import { readBytes } from '../http/read-bytes.ts';
import { getContext } from '../http/request-context.ts';
import { defineRoute } from '../http/route.ts';
import type { CardPayments } from './card-payments.ts';

interface TopUpDependencies extends CreditModels {
  payments: Pick<CardPayments, 'readEvent'>;
}

/** Events of a checkout have a few KiB. */
const maxBytes = 256 * 1024;

const receivePayment = defineRoute({
  id: 'receivePayment',
  method: 'post',
  path: '/webhooks/stripe',
  access: 'payment provider',
  summary: 'Receive an event of Stripe',
  responses: { 204: { description: 'It was received.' } },
  // Stripe sends an event again until it has a success; the ids in the ledger make each payment and refund count once.
  handle: async ({ payments, accounts, ledger }: TopUpDependencies, { req, res }) => {
    const body = await readBytes(req, maxBytes);
    const event = await payments.readEvent(body, req.get('stripe-signature'));
    if (!event) return;
    const { kind, id, account, credits } = event;
    const at = new Date();
    const models = { accounts, ledger };
    if (kind === 'paid')
      await grantCredits(models, { account, grantId: id, amount: credits, note: 'paid by card', at });
    else
      await reverseCredits(models, { account, paymentId: id, credits, note: 'the payment was refunded', at });
    getContext(res).log.info({ account, credits, payment: id }, `credits were ${kind}`);
  },
});

export const topUpRoutes = [receivePayment];
