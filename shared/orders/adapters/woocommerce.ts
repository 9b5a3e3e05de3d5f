import Joi from 'joi';
import { optionalPlatformId } from '../../catalog/platform-id.ts';
import { boundedArray } from '../../validation/bounded-array.ts';
import type { OrderAdapter, OrderFacts } from '../order-update.ts';
import {
  addDecimals,
  currency,
  decimal,
  idOrNull,
  minorUnits,
  moment,
  orderId,
  orderLimits,
  quantity,
  read,
  toAttributes,
} from './payload.ts';
import { isSignedWith } from './signature.ts';

interface WooOrder {
  id: string;
  status: string;
  currency: string;
  total: string;
  date_created_gmt: string;
  date_modified_gmt?: string | null;
  line_items: {
    product_id?: string | null;
    variation_id?: string | null;
    quantity: number;
    price?: string | null;
    total: string;
  }[];
  meta_data?: { key: string; value?: unknown }[];
  refunds?: { id: string; total: string }[];
}

/** WooCommerce keeps an order from the first click on "Place order", paid or not; in these states it is not a sale. */
const notSold = new Set(['pending', 'failed', 'cancelled', 'trash', 'auto-draft', 'checkout-draft']);

const schemas = {
  deleted: Joi.object<{ id: string }>({ id: orderId.required() }),
  order: Joi.object<WooOrder>({
    id: orderId.required(),
    status: Joi.string().required(),
    currency: currency.required(),
    total: decimal.required(),
    date_created_gmt: Joi.string().required(),
    date_modified_gmt: Joi.string().allow(null),
    line_items: boundedArray(orderLimits.lines)
      .items(
        Joi.object({
          product_id: optionalPlatformId,
          variation_id: optionalPlatformId,
          quantity: quantity.required(),
          price: decimal.allow(null),
          total: decimal.required(),
        }),
      )
      .required(),
    meta_data: boundedArray(orderLimits.lines).items(
      Joi.object({ key: Joi.string().allow('').required(), value: Joi.any() }),
    ),
    refunds: boundedArray(orderLimits.refunds).items(
      Joi.object({ id: orderId.required(), total: decimal.required() }),
    ),
  }),
};

const topics = new Set(['order.created', 'order.updated', 'order.deleted', 'order.restored']);

/** WooCommerce's order webhooks: base64 HMAC-SHA256 of the raw body with the webhook's own secret. */
export const woocommerce: OrderAdapter = {
  verify: (rawBody, header, secret) => isSignedWith(secret, rawBody, header('X-WC-Webhook-Signature')),
  rejectsUnreadable: false,
  // Not signed. Only of a deletion, whose body is the same each time: an order can be deleted, restored and deleted again.
  deliveryId: (header, topic) => (topic === 'order.deleted' ? header('X-WC-Webhook-Delivery-ID') : undefined),
  topic: (header) => header('X-WC-Webhook-Topic') ?? '',
  accepts: (topic) => topics.has(topic),
  parse(body, topic) {
    // The topic is not signed, the body is: only a body without an order can delete one.
    if (topic === 'order.deleted' && !isOrder(body)) {
      return { orderId: read(schemas.deleted, body).id, refunds: [], deleted: true };
    }
    const order = read(schemas.order, body);
    return { orderId: order.id, facts: toFacts(order), refunds: [], deleted: false };
  },
};

function isOrder(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'status' in body;
}

function toFacts(order: WooOrder): OrderFacts {
  const { currency: of } = order;
  const changedAt = utc('date_modified_gmt', order.date_modified_gmt || order.date_created_gmt);
  const meta = (order.meta_data ?? []).map(({ key, value }) => [key.replace(/^_/, ''), value] as const);
  const attributes = toAttributes(meta.filter(([key]) => key === 'anonymous_id' || key === 'cart_token'));
  return {
    version: changedAt.getTime(),
    currency: of,
    total: minorUnits(order.total, of),
    lines: order.line_items.map((line) => ({
      productId: idOrNull(line.product_id),
      variantId: idOrNull(line.variation_id),
      quantity: line.quantity,
      price: minorUnits(line.price ?? '0', of),
      amount: minorUnits(line.total, of),
    })),
    test: false,
    cancelledAt: notSold.has(order.status) ? changedAt : null,
    createdAt: utc('date_created_gmt', order.date_created_gmt),
    // Refunds are negative there, and complete in every version.
    refunds: (order.refunds ?? []).map(({ id, total }) => {
      return { id, amount: addDecimals([total.replace('-', '')]), lines: [] };
    }),
    attributes,
    cartToken: attributes.cart_token ?? null,
    checkoutToken: null,
  };
}

/** In the fields named `_gmt`, `2026-01-31T09:00:00` without a zone is UTC. */
function utc(field: string, text: string): Date {
  return moment(field, /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
}
