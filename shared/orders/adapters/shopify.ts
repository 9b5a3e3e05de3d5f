import Joi from 'joi';
import { optionalPlatformId } from '../../catalog/platform-id.ts';
import { boundedArray } from '../../validation/bounded-array.ts';
import type { OrderAdapter, OrderFacts, OrderLine, Refund } from '../order-update.ts';
import {
  addDecimals,
  currency,
  decimal,
  idOrNull,
  lineAmount,
  minorUnits,
  moment,
  orderId,
  orderLimits,
  quantity,
  read,
  toAttributes,
  token,
} from './payload.ts';
import { isSignedWith } from './signature.ts';

interface ShopifyProperty {
  name: string;
  value?: unknown;
}
interface ShopifyLine {
  product_id?: string | null;
  variant_id?: string | null;
  quantity: number;
  price: string;
  discount_allocations?: { amount: string }[];
  properties?: ShopifyProperty[] | null;
}
interface ShopifyRefund {
  id: string;
  order_id?: string;
  transactions?: { kind?: string; status?: string; amount: string }[];
  refund_line_items?: {
    subtotal?: string | null;
    total_tax?: string | null;
    line_item?: { product_id?: string | null; variant_id?: string | null } | null;
  }[];
}
interface ShopifyOrder {
  id: string;
  created_at: string;
  updated_at?: string;
  currency: string;
  total_price: string;
  line_items?: ShopifyLine[];
  note_attributes?: ShopifyProperty[];
  test?: boolean | null;
  cancelled_at?: string | null;
  refunds?: ShopifyRefund[];
  cart_token?: string | null;
  checkout_token?: string | null;
}

const property = Joi.object({ name: Joi.string().allow('').required(), value: Joi.any() });
const ids = { product_id: optionalPlatformId, variant_id: optionalPlatformId };

const line = Joi.object({
  ...ids,
  quantity: quantity.required(),
  price: decimal.required(),
  discount_allocations: boundedArray(orderLimits.lines).items(Joi.object({ amount: decimal.required() })),
  // Some apps write an object here; the cart's attribute is used then.
  properties: Joi.alternatives(
    boundedArray(orderLimits.lines).items(property),
    Joi.any().custom(() => []),
  ),
});

const refundFields = {
  id: orderId.required(),
  order_id: orderId,
  transactions: boundedArray(orderLimits.lines).items(
    Joi.object({ kind: Joi.string(), status: Joi.string(), amount: decimal.required() }),
  ),
  refund_line_items: boundedArray(orderLimits.lines).items(
    Joi.object({
      subtotal: decimal.allow(null),
      total_tax: decimal.allow(null),
      line_item: Joi.object(ids).allow(null),
    }),
  ),
};

const schemas = {
  refund: Joi.object<ShopifyRefund & { order_id: string }>({
    ...refundFields,
    order_id: orderId.required(),
  }),
  order: Joi.object<ShopifyOrder>({
    id: orderId.required(),
    created_at: Joi.string().required(),
    updated_at: Joi.string(),
    currency: currency.required(),
    total_price: decimal.required(),
    line_items: boundedArray(orderLimits.lines).items(line),
    note_attributes: boundedArray(orderLimits.lines).items(property),
    test: Joi.boolean().allow(null),
    cancelled_at: Joi.string().allow(null),
    refunds: boundedArray(orderLimits.refunds).items(Joi.object(refundFields)),
    cart_token: token,
    checkout_token: token,
  }),
};

const topics = new Set(['orders/create', 'orders/updated', 'orders/cancelled', 'refunds/create']);

/** Shopify's order webhooks (shopify.dev, "Verify webhook deliveries"). */
export const shopify: OrderAdapter = {
  verify: (rawBody, header, secret) => isSignedWith(secret, rawBody, header('X-Shopify-Hmac-SHA256')),
  rejectsUnreadable: false,
  topic: (header) => header('X-Shopify-Topic') ?? '',
  accepts: (topic) => topics.has(topic),
  parse(body, topic) {
    if (topic === 'refunds/create') {
      const refund = read(schemas.refund, body);
      return { orderId: refund.order_id, refunds: [toRefund(refund)], deleted: false };
    }
    const order = read(schemas.order, body);
    return { orderId: order.id, facts: toFacts(order), refunds: [], deleted: false };
  },
};

function toFacts(order: ShopifyOrder): OrderFacts {
  const lines = order.line_items ?? [];
  return {
    version: moment('updated_at', order.updated_at ?? order.created_at).getTime(),
    currency: order.currency,
    // Not `current_total_price`: refunds are subtracted separately.
    total: minorUnits(order.total_price, order.currency),
    lines: lines.map((entry) => toLine(entry, order.currency)),
    test: order.test ?? false,
    cancelledAt: order.cancelled_at ? moment('cancelled_at', order.cancelled_at) : null,
    createdAt: moment('created_at', order.created_at),
    refunds: (order.refunds ?? []).map(toRefund),
    attributes: collectAttributes(order.note_attributes ?? [], lines),
    cartToken: order.cart_token || null,
    checkoutToken: order.checkout_token || null,
  };
}

function toLine(entry: ShopifyLine, of: string): OrderLine {
  const price = minorUnits(entry.price, of);
  const discount = addDecimals((entry.discount_allocations ?? []).map(({ amount }) => amount));
  return {
    productId: idOrNull(entry.product_id),
    variantId: idOrNull(entry.variant_id),
    quantity: entry.quantity,
    price,
    amount: lineAmount(price, entry.quantity, minorUnits(discount, of)),
  };
}

/** Cart attributes; where a theme dropped them, those that a line carries (leading `_`: hidden from shoppers). */
function collectAttributes(cart: ShopifyProperty[], lines: ShopifyLine[]): Record<string, string> {
  const ofLines = lines.flatMap(({ properties }) => properties ?? []);
  return toAttributes([
    ...ofLines
      .filter(({ name }) => name.replace(/^_/, '') === 'anonymous_id')
      .slice(0, 1)
      .map(({ value }) => ['anonymous_id', value] as const),
    ...cart.map(({ name, value }) => [name, value] as const),
  ]);
}

/** Converts a refund: the amount paid back, or the price of an item that was removed before it was paid. */
function toRefund({ id, transactions = [], refund_line_items: items = [] }: ShopifyRefund): Refund {
  const paid = transactions.filter(({ kind = 'refund' }) => kind === 'refund');
  const succeeded = paid.filter(({ status = 'success' }) => status === 'success');
  const worth = items.flatMap(({ subtotal, total_tax }) => [subtotal ?? '0', total_tax ?? '0']);
  return {
    id,
    amount: addDecimals(paid.length > 0 ? succeeded.map(({ amount }) => amount) : worth),
    lines: items.map(({ subtotal, line_item }) => ({
      productId: idOrNull(line_item?.product_id),
      variantId: idOrNull(line_item?.variant_id),
      amount: subtotal ?? '0',
    })),
  };
}
