import Joi from 'joi';
import { listShopHosts } from '../../shared/stores/host-claims.ts';
import type { HostProof, HostProofs } from '../../shared/stores/host-proofs.ts';
import { proofName } from '../../shared/stores/host-proofs.ts';
import { integrationStates, type StoreDoc } from '../../shared/stores/store-model.ts';
import { getSettings, type StoreSettings, settingsRules } from '../../shared/stores/store-settings.ts';
import { type StoreChange, slugRule, storeNameRule } from '../../shared/stores/stores.ts';
import {
  type CheckoutPlatform,
  checkoutPlatforms,
  type EmbedMode,
  embedModes,
} from '../../shared/try-on/checkout.ts';
import { languages } from '../../shared/try-on/contract.ts';
import {
  buildList,
  buildObject,
  flag,
  integer,
  moment,
  namedObject,
  nullable,
  openText,
  optional,
  text,
} from '../openapi/schema.ts';

/** The settings that a merchant changes: those of the page, too. */
const changed = [
  'accent',
  'radius',
  'language',
  'sharingEnabled',
  'photoHours',
  'consent',
  'respectGpc',
  'caps',
  'freeSecondAttempt',
  'checkout',
] as const satisfies (keyof StoreSettings)[];

type ChangedSettings = Pick<StoreSettings, (typeof changed)[number]>;

const pickSettings = <From extends Record<keyof ChangedSettings, unknown>>(from: From) =>
  Object.fromEntries(changed.map((name) => [name, from[name]])) as Pick<From, keyof ChangedSettings>;

export const newStoreRules = Joi.object<{ name: string; slug: string }, true>({
  name: storeNameRule.required().description('As shoppers read it.'),
  slug: slugRule.required().description('Its subdomain, which stays.'),
});

export const storeChangeRules = Joi.object<StoreChange>({
  name: storeNameRule.description('As shoppers read it.'),
  ...pickSettings(settingsRules),
})
  .min(1)
  .description('The settings to change; the others stay.');

/** A host that waits for a proof, and the DNS record that is one. */
interface ClaimView {
  host: string;
  claimedAt: Date;
  record: { name: string; text: string };
}

export interface StoreDetails extends ChangedSettings {
  slug: string;
  name: string;
  createdAt: Date;
  hosts: string[];
  hostClaims: ClaimView[];
  integration: StoreDoc['integration']['state'];
}

/** Returns a store as its account sees it. */
export function toStoreDetails(
  store: StoreDoc,
  { proofs, serviceDomain }: { proofs: Pick<HostProofs, 'getText'>; serviceDomain: string },
): StoreDetails {
  const { slug, name, createdAt, hostClaims = [], integration } = store;
  return {
    ...{ slug, name, createdAt, hosts: listShopHosts(store, serviceDomain) },
    hostClaims: hostClaims.map(({ host, claimedAt }) => ({
      ...{ host, claimedAt },
      record: { name: `_${proofName}.${host}`, text: proofs.getText(store, host) },
    })),
    integration: integration.state,
    ...pickSettings(getSettings(store)),
  };
}

const cap = (of: string) => integer(`Try-ons a day of ${of}.`, { minimum: 0 });

const claimSchema = namedObject<ClaimView>('HostClaim', 'A host that waits for a proof.', {
  host: text('The host.'),
  claimedAt: moment('When it was named.'),
  record: buildObject<ClaimView['record']>('The DNS record (TXT) that proves it.', {
    name: text('Name of the record.'),
    text: text('Its text; a meta tag of this content on the front page is a proof as well.'),
  }),
});

/** The checkouts of all platforms in one: a client of any language reads this, and not each a union of types. */
interface CheckoutView {
  platform: CheckoutPlatform;
  url: string;
  storefrontToken?: string;
  embedMode?: EmbedMode;
}

const checkoutSchema = buildObject<CheckoutView>(
  'Where looks are bought; null: shoppers get links to the products.',
  {
    platform: openText('Platform of the shop.', checkoutPlatforms),
    url: text('Address of the shop, or the template.'),
    storefrontToken: optional(text('A public token of the Storefront API, of Shopify alone.')),
    embedMode: optional(openText('Checkout in a frame of a Shopify storefront.', embedModes)),
  },
);

export const storeSchema = namedObject<StoreDetails>('Store', 'A store of the account.', {
  slug: text('Its subdomain.'),
  name: text('As shoppers read it.'),
  createdAt: moment('When it was created.'),
  hosts: buildList(text('A host.'), 'The proven hosts of the shop.'),
  hostClaims: buildList(claimSchema, 'Hosts that wait for a proof.'),
  integration: openText('State of its analytics integration.', integrationStates),
  accent: nullable(text('Accent color, `#rrggbb`.')),
  radius: integer('Corner radius of controls in CSS pixels.', { minimum: 0 }),
  language: nullable(openText('Language of the try-on; null: the browser’s.', languages)),
  sharingEnabled: flag('Whether shoppers share links, or images alone.'),
  photoHours: integer('Hours until an uploaded photo is deleted.', { minimum: 1 }),
  consent: openText('Whether a visitor must agree before anything is reported.', [
    'required',
    'not-required',
  ]),
  respectGpc: flag('Whether events of browsers with Global Privacy Control are kept from the endpoint.'),
  caps: buildObject<StoreSettings['caps']>('Try-ons that may be started in a day (UTC).', {
    perVisitor: cap('a visitor'),
    perAddress: cap('a network address'),
    perStore: cap('the store'),
  }),
  freeSecondAttempt: flag(
    'Whether a second attempt at an image that is not right does not count for its visitor; it costs its credit.',
  ),
  checkout: nullable(checkoutSchema),
});

export const storeListSchema = namedObject<{ stores: StoreDetails[] }>(
  'StoreList',
  'The stores of an account.',
  { stores: buildList(storeSchema, 'At most 1,000, oldest first.') },
);

export interface HostCheck {
  verified: boolean;
  proof?: HostProof;
  store: StoreDetails;
}

export const hostCheckSchema = namedObject<HostCheck>('HostCheck', 'Result of the search for a proof.', {
  verified: flag('Whether there is one.'),
  proof: optional(openText('Kind of proof.', ['dns', 'meta', 'tag'])),
  store: storeSchema,
});

export const storeExample = {
  ...{ slug: 'acme', name: 'Acme', createdAt: '2026-01-31T09:00:00.000Z', hosts: ['shop.example'] },
  hostClaims: [],
  integration: 'Connected',
  ...{ accent: '#1a73e8', radius: 8, language: null, sharingEnabled: true, photoHours: 24 },
  ...{ consent: 'not-required', respectGpc: false },
  caps: { perVisitor: 10, perAddress: 30, perStore: 500 },
  freeSecondAttempt: false,
  checkout: { platform: 'shopify', url: 'https://acme.myshopify.com', embedMode: 'permalink' },
};
