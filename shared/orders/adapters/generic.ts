import Joi from 'joi';
import { optionalPlatformId } from '../../catalog/platform-id.ts';
import { boundedArray } from '../../validation/bounded-array.ts';
import type { OrderAdapter, OrderFacts } from '../order-update.ts';
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

/** The body that docs/events.md describes for shops on any other platform. */
interface GenericOrder {
  orderId: string;
  currency?: string;
  total: string;
  createdAt: string;
  updatedAt?: string;
  test?: boolean;
  cancelledAt?: string | null;
  lines?: {
    productId?: string | null;
    variantId?: string | null;
    quantity: number;
    price: string;
    discount?: string;
  }[];
  attributes?: Record<string, string>;
  cartToken?: string | null;
  checkoutToken?: string | null;
  refunds?: {
    id: string;
    amount: string;
    lines?: { productId?: string | null; variantId?: string | null; amount: string }[];
  }[];
}

const ids = {
  productId: optionalPlatformId.description('Product id of the storefront platform.'),
  variantId: optionalPlatformId.description('Variant id of the storefront platform.'),
};
const amount = (what: string) => decimal.description(`${what}, as a decimal.`);

const line = Joi.object({
  ...ids,
  quantity: quantity.required().description('Pieces.'),
  price: amount('Price of one piece').required(),
  discount: amount('Discount on the whole line'),
});

const refund = Joi.object({
  id: orderId.required().description('Id of the refund: each counts once.'),
  amount: amount('What was given back').required(),
  lines: boundedArray(orderLimits.lines)
    .items(Joi.object({ ...ids, amount: amount('What was given back for the item').required() }))
    .description('What it was given back for.'),
});

export const genericOrder = Joi.object<GenericOrder>({
  orderId: orderId.required().description('Id of the order.'),
  currency: currency.description('ISO 4217 code.'),
  total: amount('What the order costs'),
  createdAt: Joi.string().description('When it was placed, ISO 8601.'),
  updatedAt: Joi.string().description('When it was last changed, ISO 8601; the newest version is used.'),
  test: Joi.boolean().description('Whether it is a test order, which does not count.'),
  cancelledAt: Joi.string().allow(null).description('When it was cancelled, ISO 8601; null: it was not.'),
  lines: boundedArray(orderLimits.lines).items(line).description('What was ordered.'),
  attributes: Joi.object()
    .pattern(Joi.string(), Joi.any())
    .description('Attributes of the cart; `anonymous_id` names the visitor.')
    .meta({ jsonSchema: { additionalProperties: true } }),
  cartToken: token.description('Token of the cart.'),
  checkoutToken: token.description('Token of the checkout.'),
  refunds: boundedArray(orderLimits.refunds)
    .items(refund)
    .description('Refunds; they may be sent without the order.'),
})
  .and('currency', 'total', 'createdAt')
  .or('currency', 'refunds');

const toleranceSeconds = 300;
const prefix = 'whsec_';

/** Signed JSON for shops on any platform, as in Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`. */
export const generic: OrderAdapter = {
  verify(rawBody, header, secret, nowMs) {
    const id = header('webhook-id');
    const timestamp = header('webhook-timestamp') ?? '';
    const late = Math.abs(nowMs / 1000 - Number(timestamp));
    if (!id || !/^\d{1,12}$/.test(timestamp) || late > toleranceSeconds) return false;
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), rawBody]);
    const given = (header('webhook-signature') ?? '').split(' ').slice(0, 5);
    return given.some((entry) => entry.startsWith('v1,') && isSignedWith(key, signed, entry.slice(3)));
  },
  rejectsUnreadable: true,
  deliveryId: (header) => header('webhook-id'),
  topic: () => '',
  accepts: () => true,
  parse(body) {
    const order = read(genericOrder, body);
    const refunds = (order.refunds ?? []).map(({ id, amount, lines = [] }) => ({
      id,
      amount: addDecimals([amount]),
      lines: lines.map((line) => ({
        productId: idOrNull(line.productId),
        variantId: idOrNull(line.variantId),
        amount: line.amount,
      })),
    }));
    const of = order.currency;
    return {
      orderId: order.orderId,
      refunds,
      deleted: false,
      ...(of ? { facts: toFacts(order, of) } : {}),
    };
  },
};

function toFacts(order: GenericOrder, of: string): OrderFacts {
  const createdAt = moment('createdAt', order.createdAt);
  return {
    version: order.updatedAt ? moment('updatedAt', order.updatedAt).getTime() : createdAt.getTime(),
    currency: of,
    total: minorUnits(order.total, of),
    lines: (order.lines ?? []).map((line) => {
      const price = minorUnits(line.price, of);
      return {
        productId: idOrNull(line.productId),
        variantId: idOrNull(line.variantId),
        quantity: line.quantity,
        price,
        amount: lineAmount(price, line.quantity, minorUnits(line.discount ?? '0', of)),
      };
    }),
    test: order.test ?? false,
    cancelledAt: order.cancelledAt ? moment('cancelledAt', order.cancelledAt) : null,
    createdAt,
    refunds: [],
    attributes: toAttributes(Object.entries(order.attributes ?? {})),
    cartToken: order.cartToken || null,
    checkoutToken: order.checkoutToken || null,
  };
}
