import type { Language } from '../../../../shared/try-on/contract.ts';
import type { FirstTexts } from './en.ts';
import type { LaterTexts } from './later/en.ts';

/** Every text that a shopper reads, in one language: a catalogue without one of them does not compile. */
export type Texts = FirstTexts & LaterTexts;
/** While the later ones may still be on their way. */
export type LoadedTexts = FirstTexts & Partial<LaterTexts>;

interface Catalogue {
  /** Up to the first photo. */
  first: () => Promise<FirstTexts>;
  later: () => Promise<LaterTexts>;
}

const catalogues: Record<Language, Catalogue> = {
  en: {
    first: async () => (await import('./en.ts')).en,
    later: async () => (await import('./later/en.ts')).later,
  },
  de: {
    first: async () => (await import('./de.ts')).de,
    later: async () => (await import('./later/de.ts')).later,
  },
  fr: {
    first: async () => (await import('./fr.ts')).fr,
    later: async () => (await import('./later/fr.ts')).later,
  },
  es: {
    first: async () => (await import('./es.ts')).es,
    later: async () => (await import('./later/es.ts')).later,
  },
};

/** Loads what one language's first screen reads; the others are never downloaded. */
export async function loadTexts(language: Language): Promise<LoadedTexts> {
  return { ...(await catalogues[language].first()) };
}

/** Adds the texts of the later screens to those of the first. */
export async function completeTexts(texts: LoadedTexts, language: Language): Promise<Texts> {
  return Object.assign(texts, await catalogues[language].later());
}
