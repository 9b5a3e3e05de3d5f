import type { CreditModels } from '../../shared/credits/credits.ts';
import { readBytes } from '../http/read-bytes.ts';
import { getContext } from '../http/request-context.ts';
import { defineRoute } from '../http/route.ts';
import type { CardPayments } from './card-payments.ts';
import { recordPayment } from './record-payment.ts';

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
  // Stripe sends an event again until it has a success; the ids in the ledger make each payment, refund and dispute count once.
  handle: async ({ payments, accounts, ledger }: TopUpDependencies, { req, res }) => {
    const body = await readBytes(req, maxBytes);
    const event = await payments.readEvent(body, req.get('stripe-signature'));
    if (!event) return;
    const { kind, id, account, credits } = event;
    await recordPayment[kind]({ accounts, ledger }, { id, account, credits, at: new Date() });
    getContext(res).log.info({ account, credits, payment: id }, `credits were ${kind}`);
  },
});

export const topUpRoutes = [receivePayment];
