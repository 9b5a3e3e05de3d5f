import type Stripe from 'stripe';

/** A change of a payment that moves credits. */
export interface PaymentEvent {
  /** `reinstated`: a dispute was decided for us. */
  kind: 'paid' | 'refunded' | 'disputed' | 'reinstated';
  /** Of the checkout, of the charge that was refunded, or of the dispute: the same in every event about it. */
  id: string;
  account: string;
  /** Of a refund: those of all refunds of the charge together. */
  credits: number;
}

/** The events that say that a checkout is paid: at once, or later by a bank transfer. */
const paidEvents = new Set(['checkout.session.completed', 'checkout.session.async_payment_succeeded']);

/** An inquiry that takes no money (`warning_…`) moves no credits. */
const disputeKinds: Partial<Record<Stripe.Dispute['status'], PaymentEvent['kind']>> = {
  needs_response: 'disputed',
  under_review: 'disputed',
  lost: 'disputed',
  won: 'reinstated',
};

/** Returns what a signed event reports of a payment; undefined for other events. */
export async function toPaymentEvent(stripe: Stripe, event: Stripe.Event): Promise<PaymentEvent | undefined> {
  if (paidEvents.has(event.type)) return toPayment(event.data.object as Stripe.Checkout.Session);
  if (event.type === 'charge.refunded') return toRefund(event.data.object);
  if (!event.type.startsWith('charge.dispute.')) return undefined;
  const { id } = event.data.object as Stripe.Dispute;
  // Its state of now, so that events may arrive in any order; a dispute itself does not name the account.
  return toDispute(await stripe.disputes.retrieve(id, { expand: ['charge'] }));
}

function toPayment({ id, metadata, payment_status }: Stripe.Checkout.Session): PaymentEvent | undefined {
  const bought = readMetadata(metadata);
  return bought && payment_status === 'paid' ? { kind: 'paid', id: `stripe.${id}`, ...bought } : undefined;
}

/** A charge has the metadata of its payment. Of a partial refund, whole credits in proportion. */
function toRefund({ id, metadata, amount, amount_refunded }: Stripe.Charge): PaymentEvent | undefined {
  const bought = readMetadata(metadata);
  if (!bought || amount_refunded <= 0) return undefined;
  const credits = Math.floor((bought.credits * amount_refunded) / amount);
  return { kind: 'refunded', id: `stripe.${id}`, account: bought.account, credits };
}

/** The credits of the disputed amount, without those that refunds of the charge have taken. */
function toDispute({ id, status, amount, charge }: Stripe.Dispute): PaymentEvent | undefined {
  const kind = disputeKinds[status];
  if (!kind || typeof charge === 'string') return undefined;
  const bought = readMetadata(charge.metadata);
  if (!bought) return undefined;
  const disputed = Math.min(amount, charge.amount - charge.amount_refunded);
  const credits = Math.floor((bought.credits * disputed) / charge.amount);
  return credits > 0 ? { kind, id: `stripe.${id}`, account: bought.account, credits } : undefined;
}

/** Reads what a checkout of ours was for, as it was opened. */
function readMetadata(metadata: Stripe.Metadata | null): { account: string; credits: number } | undefined {
  const { account, credits } = metadata ?? {};
  const count = Number(credits);
  return account && Number.isSafeInteger(count) && count > 0 ? { account, credits: count } : undefined;
}
