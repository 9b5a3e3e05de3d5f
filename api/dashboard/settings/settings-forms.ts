import type { SettingsChange } from '../../../shared/stores/store-settings.ts';
import type { StoreChange } from '../../../shared/stores/stores.ts';
import type { FormValues } from '../../http/form.ts';
import { toNumber } from '../form-values.ts';

/** A form of the page: its fields with the labels that errors name them by, and its change of the store. */
export interface SettingsForm {
  labels: Readonly<Record<string, string>>;
  toChange: (values: FormValues) => StoreChange;
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
} as const satisfies Record<string, SettingsForm>;

export type SettingsFormName = keyof typeof settingsForms;
