import Joi from 'joi';
import { decimalPattern, toMinorUnits } from '../../money.ts';
import type { CatalogOffer } from '../product-model.ts';

/** As a merchant writes it: decimal amounts in the currency's main unit. */
export interface WrittenOffer {
  price?: string;
  compareAtPrice?: string;
  available?: boolean;
}

const amount = Joi.any()
  .empty(['', null])
  .custom((value: unknown, { error }) => {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string') return error('amount.base');
    const decimal = text.trim();
    return decimalPattern.test(decimal) && !decimal.startsWith('-') ? decimal : error('amount.base');
  })
  .messages({ 'amount.base': '{#label} must be a decimal amount such as "19.99", without a currency sign' });

export const offerRules = {
  price: amount,
  compareAtPrice: amount,
  available: Joi.boolean().empty(null),
};

/** Returns the offer in minor units; without a currency it has no prices. @throws RangeError when one is too large. */
export function toOffer(written: WrittenOffer, currency: string | undefined): CatalogOffer {
  const units = (decimal: string | undefined) =>
    decimal === undefined || currency === undefined ? undefined : toMinorUnits(decimal, currency);
  const price = units(written.price);
  const before = units(written.compareAtPrice);
  return {
    ...(price === undefined ? {} : { price }),
    // Platforms write the price again, or 0, where nothing is reduced.
    ...(price !== undefined && before !== undefined && before > price ? { compareAtPrice: before } : {}),
    ...(written.available === undefined ? {} : { available: written.available }),
  };
}

/** Returns the offer of a variant; what it leaves out is the product's. A price of its own has its own comparison. */
export function variantOffer(variant: WrittenOffer, product: WrittenOffer): WrittenOffer {
  const { price, compareAtPrice } = variant.price === undefined ? product : variant;
  const available = variant.available ?? product.available;
  const before = variant.compareAtPrice ?? compareAtPrice;
  return {
    ...(price === undefined ? {} : { price }),
    ...(before === undefined ? {} : { compareAtPrice: before }),
    ...(available === undefined ? {} : { available }),
  };
}
