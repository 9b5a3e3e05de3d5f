import type { Language } from '../../../../shared/try-on/contract.ts';
import type { Texts } from './en.ts';

const catalogues: Record<Language, () => Promise<Texts>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
};

/** Loads one language's catalogue; the others are never downloaded. */
export function loadTexts(language: Language): Promise<Texts> {
  return catalogues[language]();
}
