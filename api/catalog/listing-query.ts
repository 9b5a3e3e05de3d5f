import Joi from 'joi';
import type { ListingQuestion } from '../../shared/catalog/listing/listing-index.ts';
import { sortOrders } from '../../shared/try-on/contract.ts';

const listingLimits = { q: 200, text: 1000, items: 60, limit: 60, cursor: 2000 } as const;
const defaultLimit = 24;

const amount = Joi.number().integer().min(0).prefs({ convert: true });
const text = Joi.string().trim().max(listingLimits.text).empty('').prefs({ convert: true });

/** `ListingQuery` of the contract. An empty parameter counts as absent, as forms send it. */
export const listingQuery = Joi.object<Query>({
  q: text
    .max(listingLimits.q)
    .description('Words to search for; typo-tolerant, and the last one is a prefix.'),
  category: text.description('Path of a category, its parts joined by `>`: `Living room>Sofas`.'),
  tag: text.description('A tag of the products.'),
  color: text.description('Name of a color.'),
  minPrice: amount.empty('').description('Lowest price in minor units (cents).'),
  maxPrice: amount.empty('').description('Highest price in minor units (cents).'),
  available: Joi.string().valid('1').empty('').description('`1`: only what can be bought now.'),
  sort: Joi.string()
    .valid(...sortOrders)
    .empty('')
    .default('featured')
    .description('Order of the products.'),
  items: Joi.string()
    .max(20_000)
    .empty('')
    .description(
      'Comma list of `productId` or `productId:variantId`: just these that pass the filters, in this order; `q`, `sort`, `limit` and `cursor` are ignored.',
    ),
  limit: amount
    .min(1)
    .max(listingLimits.limit)
    .empty('')
    .default(defaultLimit)
    .description('Products of a page.'),
  cursor: Joi.string()
    .max(listingLimits.cursor)
    .empty('')
    .description('The `nextCursor` of the page before.'),
});

type Query = Omit<ListingQuestion, 'available'> & { available?: '1'; items?: string };

/** Those of the products with these ids, or a page of all, that pass the filters. */
export type ListingRequest = { items?: string[]; question: ListingQuestion };

export function toListingRequest({ items, available, ...others }: Query): ListingRequest {
  const question = { ...others, ...(available ? { available: true } : {}) };
  if (items === undefined) return { question };
  const named = items.split(',').map((item) => item.trim());
  return { question, items: [...new Set(named.filter(Boolean))].slice(0, listingLimits.items) };
}
