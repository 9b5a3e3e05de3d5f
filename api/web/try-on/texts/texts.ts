import type { Language } from '../../../../shared/try-on/contract.ts';
import type { OwnTexts } from '../../../../shared/try-on/own-texts.ts';
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
  nl: {
    first: async () => (await import('./nl.ts')).nl,
    later: async () => (await import('./later/nl.ts')).later,
  },
  it: {
    first: async () => (await import('./it.ts')).it,
    later: async () => (await import('./later/it.ts')).later,
  },
  pl: {
    first: async () => (await import('./pl.ts')).pl,
    later: async () => (await import('./later/pl.ts')).later,
  },
  ja: {
    first: async () => (await import('./ja.ts')).ja,
    later: async () => (await import('./later/ja.ts')).later,
  },
  ar: {
    first: async () => (await import('./ar.ts')).ar,
    later: async () => (await import('./later/ar.ts')).later,
  },
};

/** Puts the words of a shop in the place of ours; they are of the language of the page. */
function replaceTexts<Of extends object>(texts: Of, own: OwnTexts | null): Of {
  const groups = Object.entries(own ?? {}).filter(([group]) => group in texts);
  const replaced = groups.map(([group, words]) => [group, { ...texts[group as keyof Of], ...words }]);
  return { ...texts, ...Object.fromEntries(replaced) };
}

/** Loads what one language's first screen reads; the others are never downloaded. */
export async function loadTexts(language: Language, own: OwnTexts | null = null): Promise<LoadedTexts> {
  return replaceTexts(await catalogues[language].first(), own);
}

/** Adds the texts of the later screens to those of the first. */
export async function completeTexts(
  texts: LoadedTexts,
  language: Language,
  own: OwnTexts | null = null,
): Promise<Texts> {
  return Object.assign(texts, replaceTexts(await catalogues[language].later(), own));
}
