import { getSettings } from '../../../shared/stores/store-settings.ts';
import { type Language, languages } from '../../../shared/try-on/contract.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import { Button } from '../../web/design/components/button.tsx';
import { Select, TextField } from '../../web/design/components/field.tsx';
import { type FormSection, toFieldError } from '../sent-form.ts';
import { lookLabels } from './appearance-forms.ts';
import { PreviewButton } from './preview-section.tsx';

export const languageNames: Record<Language, string> = {
  ...{ en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', nl: 'Nederlands' },
  ...{ it: 'Italiano', pl: 'Polski', ja: '日本語', ar: 'العربية' },
};

const languageOptions = [
  { value: '', text: 'That of the browser' },
  ...languages.map((value) => ({ value, text: languageNames[value] })),
];

/** The name, colors and language of the try-on. */
export function LookSection({ store, token, path, values, errors }: FormSection) {
  const { accent, radius, language } = getSettings(store);
  return (
    <RoomSection
      id="look"
      title="Name and colors"
      lead="The accent is corrected where a text on it could not be read, in light and dark."
    >
      <PageForm action={path} token={token}>
        <TextField
          label={lookLabels.name}
          name="name"
          required
          maxLength={200}
          help="Shoppers read it in the try-on."
          value={values?.name ?? store.name}
          {...toFieldError(errors, 'name')}
        />
        <TextField
          label={lookLabels.accent}
          name="accent"
          maxLength={7}
          code
          spellcheck={false}
          placeholder="#1a73e8"
          help="Of buttons and marks, such as #1a73e8. Empty: neutral."
          value={values?.accent ?? accent ?? ''}
          {...toFieldError(errors, 'accent')}
        />
        <TextField
          label={lookLabels.radius}
          name="radius"
          type="number"
          min={0}
          max={24}
          required
          suffix="px"
          value={values?.radius ?? radius}
          {...toFieldError(errors, 'radius')}
        />
        <Select
          label={lookLabels.language}
          name="language"
          options={languageOptions}
          value={values?.language ?? language ?? ''}
          {...toFieldError(errors, 'language')}
        />
        <div class="form-row">
          <Button type="submit" kind="primary">
            Save look
          </Button>
          <PreviewButton path={path} />
        </div>
      </PageForm>
    </RoomSection>
  );
}
