import { isDuplicateKey } from '../database/database-errors.ts';
import { invalidInput } from '../errors.ts';
import { newId } from '../ids.ts';
import { normaliseHost } from './host.ts';
import type { StoreDoc, StoreModel } from './store-model.ts';

export const storeLimits = { hosts: 50, name: 200 } as const;

/** A DNS label: it becomes the subdomain of the hosted experience. */
export const slugPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Subdomains that mean the service itself. */
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

/**
 * Makes a store with sharing on and nothing connected.
 * @throws ApiError INVALID_INPUT naming `slug` or `hosts[i]` when it is malformed or taken.
 */
export async function createStore(stores: StoreModel, options: NewStore): Promise<StoreDoc> {
  const slug = checkSlug(options.slug);
  const hosts = checkHosts(options.hosts);
  try {
    const store = await stores.create({
      _id: newId('store'),
      account: options.account,
      slug,
      hosts,
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

function checkSlug(slug: string): string {
  if (!slugPattern.test(slug)) {
    throw invalidInput('slug', 'must be 1 to 63 lower-case letters, digits and inner hyphens.');
  }
  if (reserved.has(slug)) throw invalidInput('slug', `"${slug}" is reserved for the service.`);
  return slug;
}

function checkHosts(raw: string[]): string[] {
  if (raw.length === 0 || raw.length > storeLimits.hosts) {
    throw invalidInput('hosts', `must name 1 to ${storeLimits.hosts} hosts.`);
  }
  const hosts = raw.map((entry, index) => {
    const host = normaliseHost(entry);
    if (!host) throw invalidInput(`hosts[${index}]`, 'must be a host name such as shop.example.');
    return host;
  });
  return [...new Set(hosts)];
}

/** Tells every process that products of the store have changed; each hears it with its next look at the store. */
export async function noteCatalogChange(stores: StoreModel, store: string): Promise<void> {
  await stores.updateOne({ _id: store }, { $inc: { catalogRevision: 1 } });
}

export async function findStoreBySlug(stores: StoreModel, slug: string): Promise<StoreDoc | null> {
  return stores.findOne({ slug }).lean<StoreDoc>();
}

/** The stores of an account, oldest first; at most 1000. */
export async function listStores(stores: StoreModel, account: string): Promise<StoreDoc[]> {
  return stores.find({ account }).sort({ createdAt: 1 }).limit(1000).lean<StoreDoc[]>();
}
