import { type CreditModels, grantCredits } from '../../shared/credits/credits.ts';
import { reverseCredits } from '../../shared/credits/reversals.ts';
import type { PaymentEvent } from './payment-events.ts';

type Recording = Omit<PaymentEvent, 'kind'> & { at: Date };
type Move = (models: CreditModels, event: Recording) => Promise<unknown>;

/** Moves the credits of a payment, once however often it is reported: the ids of the ledger's lines see to it. */
export const recordPayment: Record<PaymentEvent['kind'], Move> = {
  paid: (models, { id, account, credits, at }) =>
    grantCredits(models, { account, grantId: id, amount: credits, note: 'paid by card', at }),
  refunded: (models, event) => takeBack(models, event, 'the payment was refunded'),
  disputed: (models, event) => takeBack(models, event, 'the payment was disputed'),
  // Taken back first, so that a report of the dispute that arrives later takes nothing.
  reinstated: async (models, event) => {
    const amount = await takeBack(models, event, 'the payment was disputed');
    const { id, account, at } = event;
    await grantCredits(models, { account, grantId: `${id}.won`, amount, note: 'the dispute was won', at });
  },
};

/** Returns how many credits of the payment have been taken back in all. */
const takeBack = (models: CreditModels, { id, account, credits, at }: Recording, note: string) =>
  reverseCredits(models, { account, paymentId: id, credits, note, at });
