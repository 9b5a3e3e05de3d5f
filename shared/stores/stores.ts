import Joi from 'joi';
import { ApiError, invalidInput } from '../errors.ts';
import { newId } from '../ids.ts';
import { isDuplicateKey } from '../mongodb/database-errors.ts';
import { validate } from '../validation/validate.ts';
import { normaliseHost } from './host.ts';
import type { StoreDoc, StoreModel } from './store-model.ts';
import { type SettingsChange, settingsPaths, settingsRules } from './store-settings.ts';

const storeLimits = { hosts: 50, name: 200 } as const;

/** A DNS label: it becomes the subdomain of the hosted experience. */
const slugPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Checks the syntax of a store's slug. */
export const isSlug = (text: string): boolean => slugPattern.test(text);

/** Subdomains of the service itself. */
const reserved = new Set([
  'www',
  'api',
  'app',
  'embed',
  'admin',
  'dashboard',
  'staging',
  'mail',
  'localhost',
]);

export interface NewStore {
  account: string;
  slug: string;
  hosts: string[];
  name?: string;
  now?: Date;
}

export const slugRule = Joi.string()
  .pattern(slugPattern, '1 to 63 lower-case letters, digits and inner hyphens')
  .custom((slug: string, { error }) => (reserved.has(slug) ? error('slug.reserved') : slug))
  .messages({ 'slug.reserved': '{#label} "{#value}" is reserved for the service; choose another' });

export const hostRule = Joi.string()
  .custom((entry: string, { error }) => normaliseHost(entry) ?? error('host.base'))
  .messages({ 'host.base': '{#label} must be a host name such as shop.example' });

const countOfHosts = `{#label} must name 1 to ${storeLimits.hosts} hosts`;
const hostsRule = Joi.array()
  .items(hostRule)
  .min(1)
  .max(storeLimits.hosts)
  .messages({ 'array.min': countOfHosts, 'array.max': countOfHosts });

export const storeNameRule = Joi.string().trim().min(1).max(storeLimits.name).prefs({ convert: true });

export interface StoreChange extends SettingsChange {
  name?: string;
  /** Replaces all hosts. */
  hosts?: string[];
}

const storeChange = Joi.object<StoreChange>({
  name: storeNameRule,
  hosts: hostsRule,
  ...settingsRules,
}).min(1);

const newStore = Joi.object<Pick<NewStore, 'slug' | 'hosts'>, true>({
  slug: slugRule.required(),
  hosts: hostsRule.required(),
});

/**
 * Creates a store with share links enabled and no integration.
 * @throws ApiError INVALID_INPUT naming `slug` or `hosts[i]` when it is malformed or taken.
 */
export async function createStore(stores: StoreModel, options: NewStore): Promise<StoreDoc> {
  const { slug, hosts } = validate(newStore, { slug: options.slug, hosts: options.hosts });
  try {
    const store = await stores.create({
      _id: newId('store'),
      account: options.account,
      slug,
      hosts: [...new Set(hosts)],
      name: (options.name || slug).slice(0, storeLimits.name),
      settings: { sharingEnabled: true },
      integration: { state: 'Not connected', revision: 0 },
      createdAt: options.now ?? new Date(),
    });
    return store.toObject();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    if (await stores.exists({ slug })) throw invalidInput('slug', `"${slug}" is taken by another store.`);
    throw invalidInput('hosts', 'names a host of another store.');
  }
}

/**
 * Changes hosts, name or settings of a store; processes that have it cached see it within two seconds.
 * @throws ApiError INVALID_INPUT naming `name`, `hosts[i]` or the setting, NOT_FOUND.
 */
export async function updateStore(stores: StoreModel, slug: string, input: StoreChange): Promise<StoreDoc> {
  const { name, hosts, ...settings } = validate(storeChange, input);
  const set = {
    ...(name === undefined ? {} : { name }),
    ...(hosts === undefined ? {} : { hosts: [...new Set(hosts)] }),
    ...settingsPaths(settings),
  };
  try {
    const options = { returnDocument: 'after' } as const;
    const changed = await stores.findOneAndUpdate({ slug }, { $set: set }, options).lean<StoreDoc>();
    if (changed) return changed;
  } catch (error) {
    if (isDuplicateKey(error)) throw invalidInput('hosts', 'names a host of another store.');
    throw error;
  }
  throw new ApiError('NOT_FOUND', `There is no store ${slug}.`);
}

/** Returns a store as a change would make it; nothing is saved. @throws ApiError INVALID_INPUT as `updateStore` does */
export function withChange(store: StoreDoc, input: StoreChange): StoreDoc {
  const { name = store.name, hosts = store.hosts, caps, ...settings } = validate(storeChange, input);
  const all = { ...store.settings, ...settings, caps: { ...store.settings.caps, ...caps } };
  return { ...store, name, hosts, settings: all };
}

/** Notes that products of the store have changed; each process sees it when it next reads the store. */
export async function noteCatalogChange(stores: StoreModel, store: string): Promise<void> {
  await stores.updateOne({ _id: store }, { $inc: { catalogRevision: 1 } });
}

export async function findStoreBySlug(stores: StoreModel, slug: string): Promise<StoreDoc | null> {
  return stores.findOne({ slug }).lean<StoreDoc>();
}

/** Lists the stores of an account, oldest first; at most 1000. */
export async function listStores(stores: StoreModel, account: string): Promise<StoreDoc[]> {
  return stores.find({ account }).sort({ createdAt: 1, _id: 1 }).limit(1000).lean<StoreDoc[]>();
}
