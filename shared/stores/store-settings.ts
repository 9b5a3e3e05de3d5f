import Joi from 'joi';
import type { StoredImage } from '../renders/render-model.ts';
import type { Checkout } from '../try-on/checkout.ts';
import { type Language, languages, type StoreView } from '../try-on/contract.ts';
import { checkoutRule } from './checkout-rule.ts';

/** Try-on renders a day (UTC) that are started for a store's shoppers. */
export interface StoreCaps {
  perVisitor: number;
  /** Of one network address. */
  perAddress: number;
  perStore: number;
}

/** What a merchant chooses for the try-on; complete, with defaults for what was never chosen. */
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
  /** Where "Back to the shop" leads when the page does not know where the shopper came from. */
  storefrontUrl: string | null;
  /** Where a look is bought; null: shoppers get links to the pages of its products. */
  checkout: Checkout | null;
  /** Hours until an uploaded photo is deleted. */
  photoHours: number;
  /** Lets any page or application frame the try-on, for WebViews that have no host. */
  embedAnywhere: boolean;
  /** Whether the try-on reports nothing before the visitor has agreed. */
  consent: 'required' | 'not-required';
  /** Whether events of browsers that send Global Privacy Control are not forwarded; they count in KPIs. */
  respectGpc: boolean;
  caps: StoreCaps;
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
  storefrontUrl: null,
  checkout: null,
  photoHours: 24,
  embedAnywhere: false,
  consent: 'not-required',
  respectGpc: false,
  caps: { perVisitor: 10, perAddress: 30, perStore: 500 },
};

const cap = Joi.number().integer().min(0).max(100_000);

const pageUrl = Joi.string()
  .uri({ scheme: ['https', 'http'] })
  .max(2048)
  .allow(null);

/** The one description of what settings may be: of the command line, and of every other place that changes them. */
export const settingsRules = {
  sharingEnabled: Joi.boolean(),
  sharePage: pageUrl,
  accent: Joi.string()
    .lowercase()
    .pattern(/^#[0-9a-f]{6}$/, 'a color such as #1a73e8')
    .prefs({ convert: true })
    .allow(null),
  radius: Joi.number().integer().min(0).max(24),
  language: Joi.string()
    .valid(...languages)
    .allow(null),
  storefrontUrl: pageUrl,
  checkout: checkoutRule,
  photoHours: Joi.number().integer().min(1).max(168),
  embedAnywhere: Joi.boolean(),
  consent: Joi.string().valid('required', 'not-required'),
  respectGpc: Joi.boolean(),
  caps: Joi.object<StoreCaps>({ perVisitor: cap, perAddress: cap, perStore: cap }).min(1),
};

/** The settings of a store, with defaults for what its document does not have. */
export function getSettings({ settings }: { settings: SavedSettings }): StoreSettings {
  return { ...defaultSettings, ...settings, caps: { ...defaultSettings.caps, ...settings.caps } };
}

/** The `$set` of a validated change, path by path, so that concurrent changes of other settings stay. */
export function settingsPaths({ caps = {}, ...change }: SettingsChange): Record<string, unknown> {
  const entries = [
    ...Object.entries(change),
    ...Object.entries(caps).map(([name, max]) => [`caps.${name}`, max]),
  ];
  return Object.fromEntries(entries.map(([name, value]) => [`settings.${name}`, value]));
}

/** What the pages of the try-on show of a store. */
export function storeView(store: { slug: string; name: string; settings: SavedSettings }): StoreView {
  const { sharingEnabled, accent, logo, radius, language, storefrontUrl, checkout, photoHours, consent } =
    getSettings(store);
  const { slug, name } = store;
  const file = logo?.blob.split('/').at(-1);
  return {
    slug,
    name,
    storefrontUrl,
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
