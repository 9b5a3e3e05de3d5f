import type { SettingsChange } from '../../../shared/stores/store-settings.ts';
import type { StoreChange } from '../../../shared/stores/stores.ts';
import type { Checkout } from '../../../shared/try-on/checkout.ts';
import type { FormValues } from '../../http/form.ts';
import { orNull, toNumber } from '../form-values.ts';

/** A form of the page: its fields with the labels that errors name them by, and its change of the store. */
export interface SettingsForm {
  labels: Readonly<Record<string, string>>;
  toChange: (values: FormValues) => StoreChange;
}

/** Builds the checkout of the form: what is written for another platform is left out. */
function toCheckout(values: FormValues): Checkout | null {
  const platform = values['checkout.platform'];
  if (platform === 'none') return null;
  const storefrontToken = orNull(values['checkout.storefrontToken']);
  const ofShopify = {
    ...(storefrontToken !== null && { storefrontToken }),
    embedMode: values['checkout.embedMode'],
  };
  const url = values['checkout.url'] ?? '';
  return { platform, url, ...(platform === 'shopify' && ofShopify) } as Checkout;
}

const isOn = (value: string | undefined): boolean => value === 'on';

export const settingsForms = {
  limits: {
    labels: {
      'caps.perVisitor': 'Try-ons of a visitor',
      'caps.perAddress': 'Try-ons of a network address',
      'caps.perStore': 'Try-ons of the store',
      photoHours: 'Hours that photos are kept',
    },
    toChange: (values) => ({
      caps: {
        perVisitor: toNumber(values['caps.perVisitor']),
        perAddress: toNumber(values['caps.perAddress']),
        perStore: toNumber(values['caps.perStore']),
      },
      photoHours: toNumber(values.photoHours),
      freeSecondAttempt: isOn(values.freeSecondAttempt),
    }),
  },
  privacy: {
    labels: { consent: 'Consent' },
    toChange: ({ consent, respectGpc, sharingEnabled }) => ({
      consent: consent as NonNullable<SettingsChange['consent']>,
      respectGpc: isOn(respectGpc),
      sharingEnabled: isOn(sharingEnabled),
    }),
  },
  checkout: {
    labels: {
      'checkout.platform': 'Platform',
      'checkout.url': 'Address',
      'checkout.storefrontToken': 'Storefront token',
      'checkout.embedMode': 'On your pages',
    },
    toChange: (values) => ({ checkout: toCheckout(values) }),
  },
} as const satisfies Record<string, SettingsForm>;

export type SettingsFormName = keyof typeof settingsForms;
