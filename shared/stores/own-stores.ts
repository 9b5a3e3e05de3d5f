import Joi from 'joi';
import { ApiError, invalidInput } from '../errors.ts';
import { validate } from '../validation/validate.ts';
import type { StoreDoc, StoreModel } from './store-model.ts';
import { createStore, slugRule, storeNameRule } from './stores.ts';

/** Stores that an account adds itself; an operator adds more. */
const maxOwnStores = 50;

interface OwnStore {
  name: string;
  slug: string;
}

const ownStore = Joi.object<OwnStore, true>({
  name: storeNameRule.required(),
  slug: slugRule.required(),
});

/** Returns the host of a store's hosted page: the only one of a store whose merchant has proven no other. */
export const getHostedHost = (slug: string, serviceDomain: string): string => `${slug}.${serviceDomain}`;

/**
 * Creates a store without a host of its own: the merchant proves one by `verifyHost`.
 * @throws ApiError INVALID_INPUT naming `name` or `slug`, CONFLICT for one store too many.
 */
export async function createOwnStore(
  stores: StoreModel,
  account: string,
  { serviceDomain, ...input }: OwnStore & { serviceDomain: string },
): Promise<StoreDoc> {
  const { name, slug } = validate(ownStore, input);
  if ((await stores.countDocuments({ account })) >= maxOwnStores)
    throw new ApiError('CONFLICT', `The account has ${maxOwnStores} stores; ask the operator for more.`);
  return createStore(stores, { account, name, slug, hosts: [getHostedHost(slug, serviceDomain)] });
}

/**
 * Checks that a store can have this slug.
 * @throws ApiError INVALID_INPUT naming `slug`.
 */
export async function assertFreeSlug(stores: StoreModel, input: string): Promise<void> {
  const { slug } = validate(Joi.object({ slug: slugRule.required() }), { slug: input });
  if (await stores.exists({ slug })) throw invalidInput('slug', `"${slug}" is taken by another store.`);
}
