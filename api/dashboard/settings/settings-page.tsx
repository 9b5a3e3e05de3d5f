import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import type { Erased } from '../../../shared/try-on/erase-everything.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import type { FormErrors, FormValues } from '../../http/form.ts';
import type { Person } from '../../identity/person.ts';
import { dashboardPage, toStorePath } from '../dashboard-page.tsx';
import { ErasureSection } from './erasure-section.tsx';
import type { SettingsFormName } from './settings-forms.ts';
import { LimitsSection, PrivacySection } from './settings-sections.tsx';

/** A form as it was sent, with its mistakes. */
export interface SentSettings {
  form: SettingsFormName | 'erasure';
  values: FormValues;
  errors: FormErrors;
}

export interface SettingsPage {
  person: Person;
  store: StoreDoc;
  done?: string | undefined;
  sent?: SentSettings | undefined;
  erased?: Erased | undefined;
}

/** `/dashboard/{store}/settings` */
export function settingsPage(page: SettingsPage, files: EntryFiles): string {
  const { person, store, done, sent, erased } = page;
  const toProps = (form: SentSettings['form']) => ({
    ...{ store, token: person.formToken },
    ...(sent?.form === form ? { values: sent.values, errors: sent.errors } : {}),
  });
  return dashboardPage(
    {
      path: toStorePath(store, 'settings'),
      title: 'Settings',
      person,
      store,
      done,
      children: (
        <>
          <LimitsSection {...toProps('limits')} />
          <PrivacySection {...toProps('privacy')} />
          <ErasureSection {...toProps('erasure')} erased={erased} />
        </>
      ),
    },
    files,
  );
}
