import { type Connection, type Model, Schema } from 'mongoose';
import type { OrderPlatform } from '../orders/order-update.ts';
import type { SavedSettings } from './store-settings.ts';

export const integrationStates = ['Not connected', 'Connected', 'Paused', 'Disabled'] as const;
export type IntegrationState = (typeof integrationStates)[number];

/** The analytics endpoint of a store (specification "Analytics integration settings"). */
export interface Integration {
  state: IntegrationState;
  /** Why it is paused or disabled; shown to the merchant. */
  reason?: string;
  /** Counts every save and every change of state: a late response to an older one changes nothing. */
  revision: number;
  /** Base URL as the merchant saved it. */
  endpoint?: string;
  /** Sealed by `SecretBox`; absent when a proxy authenticates the requests. */
  writeKey?: string;
  /** Last characters of the write key, the only part that is shown. */
  writeKeyHint?: string;
  savedAt?: Date;
  changedAt?: Date;
  /** The first failure since the last success. */
  failingSince?: Date;
}

/** The sealed secret that a platform signs a store's order webhooks with. */
export interface OrderWebhook {
  secret: string;
  /** The one before, for webhooks that were signed before it was replaced (Shopify: up to an hour). */
  previous?: string;
  previousUntil?: Date;
}

/** A host that a merchant has named and not yet proven to be theirs: it serves nothing. */
export interface HostClaim {
  host: string;
  claimedAt: Date;
}

/** When a page of the store last loaded the script tag. */
export interface TagSighting {
  host: string;
  at: Date;
}

/** A catalog that is imported from its address again and again, by the workers. */
export interface CatalogFeed {
  from: string;
  currency?: string;
  every: 'hour' | 'day';
  /** Absent while it is paused. */
  nextAt?: Date;
  /** Why it was paused without the merchant. */
  problem?: string;
  lastImport?: string;
}

/** A catalog merchant. */
export interface StoreDoc {
  _id: string;
  /** The account that pays for try-ons, and whose API keys may change the store. */
  account: string;
  /** Its subdomain. */
  slug: string;
  /** Exact hosts, normalised by `normaliseHost`; each belongs to one store. */
  hosts: string[];
  hostClaims?: HostClaim[];
  tagSeen?: TagSighting;
  name: string;
  /** Read through `settingsOf`, which completes them. */
  settings: SavedSettings;
  integration: Integration;
  /** Counts changes of its catalog, see `noteCatalogChange`; absent before the first. */
  catalogRevision?: number;
  feed?: CatalogFeed;
  /** Of each platform that sends orders. */
  orderWebhooks?: Partial<Record<OrderPlatform, OrderWebhook>>;
  createdAt: Date;
}

const orderWebhook = { type: { secret: String, previous: String, previousUntil: Date }, _id: false };

const settings = {
  sharingEnabled: Boolean,
  sharePage: String,
  accent: String,
  logo: { type: { blob: String, mime: String, width: Number, height: Number, bytes: Number }, _id: false },
  radius: Number,
  texts: Schema.Types.Mixed,
  language: String,
  storefrontUrl: String,
  checkout: {
    type: { platform: String, url: String, storefrontToken: String, embedMode: String },
    _id: false,
  },
  photoHours: Number,
  embedAnywhere: Boolean,
  consent: String,
  respectGpc: Boolean,
  caps: { type: { perVisitor: Number, perAddress: Number, perStore: Number }, _id: false },
  freeSecondAttempt: Boolean,
};

const schema = new Schema<StoreDoc>(
  {
    _id: { type: String, required: true },
    account: { type: String, required: true },
    slug: { type: String, required: true },
    // An empty list would be one more value of the unique index: the second store without hosts would be refused.
    hosts: { type: [String], required: true, validate: (hosts: string[]) => hosts.length > 0 },
    hostClaims: { type: [{ _id: false, host: String, claimedAt: Date }], default: undefined },
    tagSeen: { type: { host: String, at: Date }, _id: false },
    name: { type: String, required: true },
    settings: { type: settings, _id: false, required: true },
    integration: {
      type: {
        state: { type: String, enum: integrationStates, required: true },
        reason: String,
        revision: { type: Number, required: true },
        endpoint: String,
        writeKey: String,
        writeKeyHint: String,
        savedAt: Date,
        changedAt: Date,
        failingSince: Date,
      },
      _id: false,
      required: true,
    },
    catalogRevision: Number,
    feed: {
      type: {
        ...{ from: String, currency: String, every: String, nextAt: Date, problem: String },
        lastImport: String,
      },
      _id: false,
    },
    orderWebhooks: {
      type: { shopify: orderWebhook, woocommerce: orderWebhook, generic: orderWebhook },
      _id: false,
    },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
// The store of a slug in an event, an order webhook or a product item.
schema.index({ slug: 1 }, { unique: true });
// The store of a `productUrl` or an `Origin`.
schema.index({ hosts: 1 }, { unique: true });
// The stores of an account, oldest first.
schema.index({ account: 1, createdAt: 1, _id: 1 });
// The feeds that are due.
schema.index({ 'feed.nextAt': 1 }, { partialFilterExpression: { 'feed.nextAt': { $exists: true } } });

export type StoreModel = Model<StoreDoc>;

export function storeModel(connection: Connection): StoreModel {
  return connection.model<StoreDoc>('Store', schema, 'stores');
}
