import type { SettingsChange, StoreSettings } from '../../../shared/stores/store-settings.ts';
import type { StoreChange } from '../../../shared/stores/stores.ts';
import type { FormValues } from '../../http/form.ts';

/** A form of the page: its fields with the labels that errors name them by, and its change of the store. */
export interface SettingsForm {
  labels: Readonly<Record<string, string>>;
  toChange: (values: FormValues) => StoreChange;
}

const isOn = (value: string | undefined): boolean => value === 'on';
const orNull = (value = ''): string | null => (value.trim() === '' ? null : value.trim());

/** An empty field is no number: it must not become 0. */
const toNumber = (value = ''): number => (value.trim() === '' ? Number.NaN : Number(value));

export const settingsForms = {
  appearance: {
    labels: { name: 'Name', accent: 'Accent color', radius: 'Corner radius', language: 'Language' },
    toChange: ({ name = '', accent, radius, language }) => ({
      name,
      accent: orNull(accent),
      radius: toNumber(radius),
      language: orNull(language) as StoreSettings['language'],
    }),
  },
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
} as const satisfies Record<string, SettingsForm>;

export type SettingsFormName = keyof typeof settingsForms;
