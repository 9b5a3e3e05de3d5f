import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import type { Person } from '../../identity/person.ts';
import { dashboardPage, toStorePath } from '../dashboard-page.tsx';
import { type SentForm, toSection } from '../sent-form.ts';
import { LogoSection } from './logo-section.tsx';
import { LookSection } from './look-section.tsx';
import { PreviewSection } from './preview-section.tsx';
import { type Words, WordsSection } from './words-section.tsx';

export type AppearanceForm = 'look' | 'logo' | 'words';

interface AppearancePage {
  person: Person;
  store: StoreDoc;
  words: Words;
  /** Of the store's own page of the try-on. */
  tryOnUrl: string;
  done?: string | undefined;
  sent?: SentForm<AppearanceForm> | undefined;
}

/** `/dashboard/{store}/appearance` */
export function appearancePage(page: AppearancePage, files: EntryFiles): string {
  const { person, store, words, tryOnUrl, done } = page;
  const path = toStorePath(store, 'appearance');
  const toProps = (form: AppearanceForm) => toSection(page, path, form);
  return dashboardPage(
    {
      path,
      title: 'Appearance',
      person,
      store,
      done,
      children: (
        <div class="appearance">
          <LookSection {...toProps('look')} />
          <PreviewSection store={store} tryOnUrl={tryOnUrl} />
          <LogoSection {...toProps('logo')} />
          <WordsSection {...toProps('words')} words={words} />
        </div>
      ),
    },
    files,
  );
}
