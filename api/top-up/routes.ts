import { type CreditModels, grantCredits } from '../../shared/credits/credits.ts';
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
  // Stripe sends an event again until it has a success; the id of the grant makes the credits count once.
  handle: async ({ payments, accounts, ledger }: TopUpDependencies, { req, res }) => {
    const body = await readBytes(req, maxBytes);
    const payment = await payments.readEvent(body, req.get('stripe-signature'));
    if (!payment) return;
    const { id: grantId, account, credits: amount } = payment;
    await grantCredits(
      { accounts, ledger },
      { account, grantId, amount, note: 'paid by card', at: new Date() },
    );
    getContext(res).log.info({ account, amount, grantId }, 'credits were paid');
  },
});

export const topUpRoutes = [receivePayment];
