import Joi from 'joi';
import type { StoredImage } from '../renders/render-model.ts';
import type { Checkout } from '../try-on/checkout.ts';
import { type Language, languages, type StoreView } from '../try-on/contract.ts';
import { checkoutRule } from './checkout-rule.ts';
import { type OwnTextsByLanguage, ownTextsRule } from './own-texts-rule.ts';

/** Try-on renders a day (UTC) that are started for a store's shoppers. */
export interface StoreCaps {
  perVisitor: number;
  /** Of one network address. */
  perAddress: number;
  perStore: number;
}

/** A merchant's settings of the try-on; complete, with defaults for those that were never chosen. */
export interface StoreSettings {
  /** Share links; without them a shopper shares only the image (`sharing_enabled`). */
  sharingEnabled: boolean;
  /** The page of the storefront that shared looks open on, by its script tag; null: the hosted page. */
  sharePage: string | null;
  /** Accent color, `#rrggbb`. */
  accent: string | null;
  logo: StoredImage | null;
  /** Corner radius of controls in CSS pixels. */
  radius: number;
  /** null: the browser's. */
  language: Language | null;
  /** Words of the shop in place of ours; null: none. */
  texts: OwnTextsByLanguage | null;
  /** Target of "Back to the shop" if the page does not know where the shopper came from; null: the first host. */
  storefrontUrl: string | null;
  /** The checkout of a look; null: shoppers get links to the pages of its products. */
  checkout: Checkout | null;
  /** Hours until an uploaded photo is deleted. */
  photoHours: number;
  /** Lets any page or application frame the try-on, for WebViews that have no host. */
  embedAnywhere: boolean;
  /** `required`: the try-on reports nothing before the visitor has agreed. */
  consent: 'required' | 'not-required';
  /** If true, events of browsers that send Global Privacy Control are not forwarded; they count in KPIs. */
  respectGpc: boolean;
  caps: StoreCaps;
  /** A second attempt at an image that a shopper calls not right is none of the visitor's try-ons of the day. */
  freeSecondAttempt: boolean;
}

/** As documents have them: only what was chosen. */
export type SavedSettings = Partial<Omit<StoreSettings, 'caps'>> & { caps?: Partial<StoreCaps> };

/** A change of settings; null takes a color, a language or a URL away. The logo is changed by `saveLogo`. */
export type SettingsChange = Omit<SavedSettings, 'logo'>;

export const defaultSettings: Readonly<StoreSettings> = {
  sharingEnabled: true,
  sharePage: null,
  accent: null,
  logo: null,
  radius: 8,
  language: null,
  texts: null,
  storefrontUrl: null,
  checkout: null,
  photoHours: 24,
  embedAnywhere: false,
  consent: 'not-required',
  respectGpc: false,
  caps: { perVisitor: 10, perAddress: 30, perStore: 500 },
  freeSecondAttempt: false,
};

const cap = Joi.number().integer().min(0).max(100_000);

const pageUrl = Joi.string()
  .uri({ scheme: ['https', 'http'] })
  .max(2048)
  .allow(null);

/** The one description of what settings may be: of the command line, and of every other place that changes them. */
export const settingsRules = {
  sharingEnabled: Joi.boolean().description('Whether shoppers may share looks by a link.'),
  sharePage: pageUrl,
  accent: Joi.string()
    .lowercase()
    .pattern(/^#[0-9a-f]{6}$/, 'a color such as #1a73e8')
    .prefs({ convert: true })
    // In lower case only once it is read.
    .meta({ jsonSchema: { pattern: '^#[0-9A-Fa-f]{6}$' } })
    .allow(null)
    .description('Color of buttons and marks; null: neutral.'),
  radius: Joi.number().integer().min(0).max(24).description('Corner radius in CSS pixels.'),
  language: Joi.string()
    .valid(...languages)
    .allow(null)
    .description('Language of the try-on; null: that of the browser.'),
  texts: ownTextsRule,
  storefrontUrl: pageUrl,
  checkout: checkoutRule,
  photoHours: Joi.number()
    .integer()
    .min(1)
    .max(168)
    .description('Hours after which photos of shoppers are deleted.'),
  embedAnywhere: Joi.boolean(),
  consent: Joi.string()
    .valid('required', 'not-required')
    .description('Whether events wait until the shopper has agreed.'),
  respectGpc: Joi.boolean().description(
    'Whether events of browsers with Global Privacy Control are kept back.',
  ),
  caps: Joi.object<StoreCaps>({
    perVisitor: cap.description('Of one visitor.'),
    perAddress: cap.description('Of one network address.'),
    perStore: cap.description('Of the whole store.'),
  })
    .min(1)
    .description('Try-ons that may be started in a day, UTC.'),
  freeSecondAttempt: Joi.boolean().description(
    'Whether a second attempt at an image that is not right does not count for its visitor.',
  ),
};

/** Returns the settings of a store, with defaults for what its document does not have. */
export function getSettings({ settings }: { settings: SavedSettings }): StoreSettings {
  return { ...defaultSettings, ...settings, caps: { ...defaultSettings.caps, ...settings.caps } };
}

/** Builds the `$set` of a validated change, path by path, so that concurrent changes of other settings stay. */
export function settingsPaths({ caps = {}, ...change }: SettingsChange): Record<string, unknown> {
  const entries = [
    ...Object.entries(change),
    ...Object.entries(caps).map(([name, max]) => [`caps.${name}`, max]),
  ];
  return Object.fromEntries(entries.map(([name, value]) => [`settings.${name}`, value]));
}

/** Returns the origin of the store's own pages: its setting, else its first host; null: unknown. */
export function getStorefront({ hosts, ...store }: Pick<ViewedStore, 'hosts' | 'settings'>): string | null {
  const [host] = hosts;
  return getSettings(store).storefrontUrl ?? (host ? `https://${host}` : null);
}

interface ViewedStore {
  slug: string;
  name: string;
  hosts: string[];
  settings: SavedSettings;
}

/** Builds the view of a store for the pages of the try-on, which add the texts of their language. */
export function storeView(store: ViewedStore): Omit<StoreView, 'texts'> {
  const { sharingEnabled, accent, logo, radius, language, checkout, photoHours, consent } =
    getSettings(store);
  const { slug, name } = store;
  const file = logo?.blob.split('/').at(-1);
  return {
    slug,
    name,
    storefrontUrl: getStorefront(store),
    checkout,
    logo: file ? `/api/try-on/${slug}/logo/${file}` : null,
    accent,
    radius,
    language,
    sharingEnabled,
    photoHours,
    consentRequired: consent === 'required',
  };
}
