import type Stripe from 'stripe';
import type { Config } from '../../shared/config/variables.ts';
import { ApiError } from '../../shared/errors.ts';
import { type Pack, readPacks } from './packs.ts';
import { type PaymentEvent, toPaymentEvent } from './payment-events.ts';

type PaymentSettings = Pick<
  Config,
  | 'STRIPE_SECRET_KEY'
  | 'STRIPE_WEBHOOK_SECRET'
  | 'STRIPE_URL'
  | 'CREDIT_PACKS'
  | 'CREDIT_CURRENCY'
  | 'BASE_URL'
>;

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
   * @throws ApiError UNAUTHORIZED for an event that Stripe has not signed, SERVICE_UNAVAILABLE when Stripe does not
   * say what it is about.
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
      const event = verify(stripe, body, { signature, secret });
      return toPaymentEvent(stripe, event).catch((cause: unknown) => {
        throw unavailable(cause);
      });
    },
  };
}

function verify(
  stripe: Stripe,
  body: Buffer,
  { signature, secret }: { signature: string; secret: string },
): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret);
  } catch (cause) {
    throw unsigned(cause);
  }
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
    // Of a single payment, Stripe makes none by itself.
    invoice_creation: { enabled: true },
    success_url: `${baseUrl}/developers/credits?done=paid`,
    cancel_url: `${baseUrl}/developers/credits#top-up`,
  };
}

const unavailable = (cause: unknown) =>
  new ApiError('SERVICE_UNAVAILABLE', 'The payment service does not respond; nothing was charged. Retry.', {
    retryAfter: 10,
    cause,
  });

const unsigned = (cause?: unknown) =>
  new ApiError('UNAUTHORIZED', 'The Stripe-Signature header does not fit this body.', { cause });
