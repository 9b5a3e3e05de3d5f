import { type Language, languages } from '../../../../shared/try-on/contract.ts';

/** Returns the first wish that names a language we have, region ignored (`de-AT` is `de`); English without one. */
export function chooseLanguage(wishes: readonly (string | null | undefined)[]): Language {
  for (const wish of wishes) {
    const primary = wish?.toLowerCase().split(/[-_]/)[0];
    const known = languages.find((language) => language === primary);
    if (known) return known;
  }
  return 'en';
}
