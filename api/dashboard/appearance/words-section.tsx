import { getSettings } from '../../../shared/stores/store-settings.ts';
import { getDirection, type Language, languages } from '../../../shared/try-on/contract.ts';
import { type OwnTextGroup, type OwnTexts, ownTextNames } from '../../../shared/try-on/own-texts.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import { Button } from '../../web/design/components/button.tsx';
import { TextField } from '../../web/design/components/field.tsx';
import { Tabs } from '../../web/design/components/tabs.tsx';
import type { Texts } from '../../web/try-on/texts/texts.ts';
import type { FormSection } from '../sent-form.ts';
import { textGroups, toTextField, toTextPath } from './appearance-forms.ts';
import { languageNames } from './look-section.tsx';
import { PreviewButton } from './preview-section.tsx';

const groupTitles: Record<OwnTextGroup, string> = {
  ...{ photo: 'Photo', items: 'Items', generate: 'While the image is made', result: 'Result' },
  ...{ sharing: 'Sharing', shared: 'Shared look', checkout: 'Checkout' },
};

/** Our words of one language, and of English, which names them. */
export interface Words {
  language: Language;
  texts: Texts;
  english: Texts;
}

/** The words of the shop in one language, each in the place of ours. */
export function WordsSection({ store, token, path, values, errors, words }: FormSection & { words: Words }) {
  const { language } = words;
  const own: OwnTexts = getSettings(store).texts?.[language] ?? {};
  const toTab = (code: Language) => `${path}?of=${code}#words`;
  return (
    <RoomSection id="words" title="Own words" lead="An empty field shows our words, which stand in it.">
      <Tabs
        label="Languages"
        tabs={languages.map((code) => ({ href: toTab(code), title: languageNames[code] }))}
        current={toTab(language)}
      />
      <PageForm action={`${path}/words`} token={token} hidden={{ of: language }}>
        {textGroups.map((group) => (
          <fieldset key={group} class="checks">
            <legend>{groupTitles[group]}</legend>
            {ownTextNames[group].map((name) => {
              const field = toTextField(group, name);
              const error = errors[toTextPath(language, group, name)];
              return (
                <TextField
                  key={name}
                  label={getText(words.english, group, name)}
                  name={field}
                  maxLength={120}
                  lang={language}
                  dir={getDirection(language)}
                  placeholder={getText(words.texts, group, name)}
                  value={values?.[field] ?? getText(own, group, name)}
                  {...(error && { error })}
                />
              );
            })}
          </fieldset>
        ))}
        <div class="form-row">
          <Button type="submit">Save words</Button>
          <PreviewButton path={path} />
        </div>
      </PageForm>
    </RoomSection>
  );
}

/** Empty where the shop has no such word. */
function getText(texts: Texts | OwnTexts, group: OwnTextGroup, name: string): string {
  return (texts[group] as Readonly<Record<string, string>> | undefined)?.[name] ?? '';
}
