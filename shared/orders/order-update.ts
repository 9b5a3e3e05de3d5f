/** Order updates of all shop platforms, in one form. Amounts are minor units, safe integers. */

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
  /** Decimal text: a refund may arrive before its order, and only the order is certain to have the currency. */
  amount: string;
  lines: RefundLine[];
}

/** An order as it was at one moment. */
export interface OrderFacts {
  /** When the platform last changed it, epoch ms: of two versions the newer is used. */
  version: number;
  currency: string;
  total: number;
  lines: OrderLine[];
  test: boolean;
  /** When it was cancelled, or is no longer a sale. */
  cancelledAt: Date | null;
  createdAt: Date;
  /** All refunds in this version. */
  refunds: Refund[];
  attributes: Record<string, string>;
  cartToken: string | null;
  checkoutToken: string | null;
}

/** The content of one webhook about one order. */
export interface OrderUpdate {
  orderId: string;
  /** Absent where a webhook reports only a refund or a deletion. */
  facts?: OrderFacts;
  refunds: Refund[];
  deleted: boolean;
}

/** Returns a header; the case of its name does not matter. */
export type HeaderReader = (name: string) => string | undefined;

export interface OrderAdapter {
  /** Checks that the raw body was signed with this secret; compares in constant time. */
  verify(rawBody: Buffer, header: HeaderReader, secret: string, nowMs: number): boolean;
  /**
   * The platform's id of this delivery, the same on its retries. Without one, a retry is recognised by topic and body:
   * where the id is not signed, anyone who has a delivery could send it again under another id.
   */
  deliveryId?(header: HeaderReader, topic: string): string | undefined;
  /**
   * If true, a body that is not an order is rejected with 400. A platform would retry it, and after some
   * failures remove the whole subscription.
   */
  rejectsUnreadable: boolean;
  /** Empty where the platform has no topics. */
  topic(header: HeaderReader): string;
  /** Returns true for topics about orders; others are acknowledged and ignored. */
  accepts(topic: string): boolean;
  /** @throws UnreadableOrder */
  parse(body: unknown, topic: string): OrderUpdate;
}

/** A signed body that is not an order: a retry cannot succeed. The message is a sentence for its sender. */
export class UnreadableOrder extends Error {
  override name = 'UnreadableOrder';
}
