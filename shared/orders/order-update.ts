/** What shop platforms tell of orders, in one shape. Amounts are minor units, safe integers. */

export const orderPlatforms = ['shopify', 'woocommerce', 'generic'] as const;
export type OrderPlatform = (typeof orderPlatforms)[number];

export interface OrderLine {
  productId: string | null;
  variantId: string | null;
  quantity: number;
  /** Of one piece. */
  price: number;
  /** Of the line after its discounts. */
  amount: number;
}

export interface RefundLine {
  productId: string | null;
  variantId: string | null;
  /** Decimal text, as below. */
  amount: string;
}

export interface Refund {
  id: string;
  /** Decimal text: a refund may come before its order, and only the order surely says the currency. */
  amount: string;
  lines: RefundLine[];
}

/** An order as it was at one moment. */
export interface OrderFacts {
  /** When the platform last changed it, epoch ms: the newer of two versions holds. */
  version: number;
  currency: string;
  total: number;
  lines: OrderLine[];
  test: boolean;
  /** Cancelled, or not (any more) an order that anybody pays. */
  cancelledAt: Date | null;
  createdAt: Date;
  /** All refunds that this version knows of. */
  refunds: Refund[];
  attributes: Record<string, string>;
  cartToken: string | null;
  checkoutToken: string | null;
}

/** What one webhook says of one order. */
export interface OrderUpdate {
  orderId: string;
  /** Absent where a webhook tells of a refund or a deletion only. */
  facts?: OrderFacts;
  refunds: Refund[];
  deleted: boolean;
}

/** Reads a header, whatever the case of its name. */
export type HeaderReader = (name: string) => string | undefined;

export interface OrderAdapter {
  /** Whether the raw body was signed with this secret; compares in constant time. */
  verify(rawBody: Buffer, header: HeaderReader, secret: string, nowMs: number): boolean;
  /** The platform's id of this delivery, the same on its retries. */
  deliveryId(header: HeaderReader): string | undefined;
  /**
   * Whether a body that is no order is answered 400. A platform would repeat it, and after some
   * failures take the whole subscription away.
   */
  refusesUnreadable: boolean;
  /** Empty where the body says it all. */
  topic(header: HeaderReader): string;
  /** Topics that tell of orders; of the others nothing is kept. */
  accepts(topic: string): boolean;
  /** @throws OrderUnreadable */
  parse(body: unknown, topic: string): OrderUpdate;
}

/** A signed body that is no order: another try reads it no better. */
export class OrderUnreadable extends Error {
  override name = 'OrderUnreadable';
}
