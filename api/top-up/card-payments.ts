import type Stripe from 'stripe';
import type { Config } from '../../shared/config/variables.ts';
import { ApiError } from '../../shared/errors.ts';
import { type Pack, readPacks } from './packs.ts';

type PaymentSettings = Pick<
  Config,
  | 'STRIPE_SECRET_KEY'
  | 'STRIPE_WEBHOOK_SECRET'
  | 'STRIPE_URL'
  | 'CREDIT_PACKS'
  | 'CREDIT_CURRENCY'
  | 'BASE_URL'
>;

/** A payment that has arrived, or of which money was given back. */
export interface PaymentEvent {
  kind: 'paid' | 'refunded';
  /** Of the checkout, or of the charge that was refunded: the same in every event about it. */
  id: string;
  account: string;
  /** Of a refund: those of all refunds of the charge together. */
  credits: number;
}

export interface CardPayments {
  /** Empty where no card can be charged: the operator adds credits. */
  packs: readonly Pack[];
  /**
   * Returns the URL of the checkout on which a person pays for a pack; the same for the same attempt.
   * @throws ApiError SERVICE_UNAVAILABLE
   */
  openCheckout(order: { account: string; email: string; pack: Pack; attempt: string }): Promise<string>;
  /**
   * Returns what a signed event reports of a payment; undefined for other events.
   * @throws ApiError UNAUTHORIZED for an event that Stripe has not signed.
   */
  readEvent(body: Buffer, signature: string | undefined): Promise<PaymentEvent | undefined>;
}

const callMs = 10_000;

/** Payments by Stripe Checkout; the library is loaded with the first of them. */
export function createCardPayments(settings: PaymentSettings): CardPayments {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, CREDIT_PACKS, CREDIT_CURRENCY } = settings;
  const isSet = key !== '' && secret !== '';
  let client: Promise<Stripe> | undefined;
  const open = () => {
    client ??= createClient(settings);
    return client;
  };
  return {
    packs: isSet ? readPacks(CREDIT_PACKS, CREDIT_CURRENCY) : [],
    async openCheckout(order) {
      const stripe = await open();
      const session = await stripe.checkout.sessions
        .create(toSession(order, settings.BASE_URL), { idempotencyKey: `${order.account}.${order.attempt}` })
        .catch((cause: unknown) => {
          throw unavailable(cause);
        });
      if (!session.url) throw unavailable(new Error(`checkout ${session.id} has no URL`));
      return session.url;
    },
    async readEvent(body, signature) {
      if (!isSet || !signature) throw unsigned();
      const stripe = await open();
      try {
        return toPaymentEvent(stripe.webhooks.constructEvent(body, signature, secret));
      } catch (cause) {
        throw unsigned(cause);
      }
    },
  };
}

async function createClient({ STRIPE_SECRET_KEY, STRIPE_URL }: PaymentSettings): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  const { protocol, hostname, port } = new URL(STRIPE_URL);
  return new StripeClient(STRIPE_SECRET_KEY, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
    timeout: callMs,
    maxNetworkRetries: 2,
    telemetry: false,
  });
}

function toSession(
  { account, email, pack }: { account: string; email: string; pack: Pack },
  baseUrl: string,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { account, credits: String(pack.credits) };
  return {
    mode: 'payment',
    client_reference_id: account,
    customer_email: email,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: pack.currency.toLowerCase(),
          unit_amount: pack.price,
          product_data: { name: `${pack.credits} render credits` },
        },
      },
    ],
    metadata,
    payment_intent_data: { metadata },
    success_url: `${baseUrl}/developers/credits?done=paid`,
    cancel_url: `${baseUrl}/developers/credits#top-up`,
  };
}

/** The events that say that a checkout is paid: at once, or later by a bank transfer. */
const paidEvents = new Set(['checkout.session.completed', 'checkout.session.async_payment_succeeded']);

function toPaymentEvent(event: Stripe.Event): PaymentEvent | undefined {
  if (paidEvents.has(event.type)) return toPayment(event.data.object as Stripe.Checkout.Session);
  return event.type === 'charge.refunded' ? toRefund(event.data.object) : undefined;
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

/** Reads what a checkout of ours was for, as `toSession` wrote it. */
function readMetadata(metadata: Stripe.Metadata | null): { account: string; credits: number } | undefined {
  const { account, credits } = metadata ?? {};
  const count = Number(credits);
  return account && Number.isSafeInteger(count) && count > 0 ? { account, credits: count } : undefined;
}

const unavailable = (cause: unknown) =>
  new ApiError('SERVICE_UNAVAILABLE', 'The payment service does not respond; nothing was charged. Retry.', {
    retryAfter: 10,
    cause,
  });

const unsigned = (cause?: unknown) =>
  new ApiError('UNAUTHORIZED', 'The Stripe-Signature header does not fit this body.', { cause });
