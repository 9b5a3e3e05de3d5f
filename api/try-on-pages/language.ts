import type { Request } from 'express';
import { type Language, languages } from '../../shared/try-on/contract.ts';

/** Returns the language of a page: `?lang=`, else the store's, else what the browser asks for, else English. */
export function pageLanguage(req: Request, asked: string | undefined, store: Language | null): Language {
  const primary = asked?.toLowerCase().split(/[-_]/)[0];
  const known = languages.find((language) => language === primary) ?? store;
  return known ?? ((req.acceptsLanguages(...languages) || 'en') as Language);
}
