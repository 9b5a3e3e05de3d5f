import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import type { StoreSettings } from '../../../shared/stores/store-settings.ts';
import type { StoreChange } from '../../../shared/stores/stores.ts';
import { type Language, languages } from '../../../shared/try-on/contract.ts';
import { type OwnTextGroup, type OwnTexts, ownTextNames } from '../../../shared/try-on/own-texts.ts';
import type { FormValues } from '../../http/form.ts';
import { withTexts } from '../../stores/text-routes.ts';
import { orNull, toNumber } from '../form-values.ts';

/** Fields of the form of the look, with the labels that mistakes name them by. */
export const lookLabels = {
  name: 'Name',
  accent: 'Accent color',
  radius: 'Corner radius',
  language: 'Language',
} as const;

export const toLookChange = ({ name = '', accent, radius, language }: FormValues): StoreChange => ({
  name,
  accent: orNull(accent),
  radius: toNumber(radius),
  language: orNull(language) as StoreSettings['language'],
});

export const textGroups = Object.keys(ownTextNames) as OwnTextGroup[];

/** Returns the name of a text's field, such as `photo.title`. */
export const toTextField = (group: OwnTextGroup, name: string): string => `${group}.${name}`;

/** Returns the path of a text in the settings, by which mistakes name it. */
export const toTextPath = (language: Language, group: OwnTextGroup, name: string): string =>
  `texts.${language}.${toTextField(group, name)}`;

export const findLanguage = (text: string | undefined): Language | undefined =>
  languages.find((language) => language === text);

/** Reads the words of one language: an empty field is ours. The words of other languages stay. */
export function toTextsChange(
  store: StoreDoc,
  language: Language,
  values: FormValues,
): Pick<StoreChange, 'texts'> {
  return withTexts(store, language, readWords(values));
}

function readWords(values: FormValues): OwnTexts {
  const groups = textGroups.map((group) => {
    const words = ownTextNames[group].flatMap((name) => {
      const text = orNull(values[toTextField(group, name)]);
      return text === null ? [] : [[name, text]];
    });
    return [group, Object.fromEntries(words)] as const;
  });
  return Object.fromEntries(groups.filter(([, words]) => Object.keys(words).length > 0));
}
