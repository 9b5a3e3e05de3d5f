import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import type { Erased } from '../../../shared/try-on/erase-everything.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import type { Person } from '../../identity/person.ts';
import { dashboardPage, toStorePath } from '../dashboard-page.tsx';
import { type SentForm, toSection } from '../sent-form.ts';
import { CheckoutSection } from './checkout-section.tsx';
import { ErasureSection } from './erasure-section.tsx';
import type { SettingsFormName } from './settings-forms.ts';
import { LimitsSection, PrivacySection } from './settings-sections.tsx';

type PageForm = SettingsFormName | 'erasure';

export interface SettingsPage {
  person: Person;
  store: StoreDoc;
  done?: string | undefined;
  sent?: SentForm<PageForm> | undefined;
  erased?: Erased | undefined;
}

/** `/dashboard/{store}/settings` */
export function settingsPage(page: SettingsPage, files: EntryFiles): string {
  const { person, store, done, erased } = page;
  const path = toStorePath(store, 'settings');
  const toProps = (form: PageForm) => toSection(page, path, form);
  return dashboardPage(
    {
      path,
      title: 'Settings',
      person,
      store,
      done,
      children: (
        <>
          <LimitsSection {...toProps('limits')} />
          <CheckoutSection {...toProps('checkout')} />
          <PrivacySection {...toProps('privacy')} />
          <ErasureSection {...toProps('erasure')} erased={erased} />
        </>
      ),
    },
    files,
  );
}
