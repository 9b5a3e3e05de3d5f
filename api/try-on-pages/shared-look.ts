import type { Request } from 'express';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import type { Language } from '../../shared/try-on/contract.ts';
import type { SharedLookModel } from '../../shared/try-on/shared-look-model.ts';
import { findLook, isOpenLook, type OpenLook } from '../../shared/try-on/shared-looks.ts';
import { readShortId } from '../../shared/try-on/short-id.ts';
import { clientAddress } from '../http/client-address.ts';
import { escapeHtml } from '../http/escape-html.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { picturePaths } from '../try-on/picture-views.ts';
import { parameter } from './parameters.ts';
import { pageTexts } from './texts.ts';

export interface LookLookUp {
  sharedLooks: SharedLookModel;
  rateLimiter: RateLimiter;
  /** Pages of shared looks a minute that are looked up for one network address; further ones are shown as pages without. */
  perAddress: number;
}

/** What a page says of the shared look in its address; the application shows the look itself. */
export interface LookPage {
  status: 200 | 404 | 410;
  /** Only of a look that is shared. */
  look?: OpenLook;
}

/**
 * The shared look that the parameter `share` names; a value that can name none is as if it were not there. Where it
 * cannot be looked up, the page has no tags, and the application shows what it can.
 */
export async function lookPageOf(lookUp: LookLookUp, req: Request, store: StoreDoc): Promise<LookPage> {
  const shortId = readShortId(parameter(req.query, 'share'));
  if (shortId === undefined) return { status: 200 };
  return lookPage(lookUp, req, store, shortId).catch(() => ({ status: 200 }));
}

async function lookPage(
  { sharedLooks, rateLimiter, perAddress }: LookLookUp,
  req: Request,
  store: StoreDoc,
  shortId: string,
): Promise<LookPage> {
  const subject = `look-page:${clientAddress(req.ip)}`;
  if (!(await rateLimiter.take(subject, { perMinute: perAddress, points: 1 })).allowed)
    return { status: 200 };
  const look = await findLook(sharedLooks, store, shortId);
  if (!look) return { status: 404 };
  return isOpenLook(look) ? { status: 200, look } : { status: 410 };
}

const locales: Record<Language, string> = { en: 'en_US', de: 'de_DE', fr: 'fr_FR', es: 'es_ES' };

/** Open Graph and Twitter tags of a shared look, as services show it where its link is posted; one a line. */
export function lookTags(
  look: OpenLook,
  store: Pick<StoreDoc, 'slug' | 'name'>,
  { origin, url, language }: { origin: string; url: string; language: Language },
): string[] {
  const { title, text, picture } = pageTexts[language].sharedLook;
  const image = `${origin}${picturePaths.preview(store, look._id)}`;
  const properties: [name: string, content: string | number][] = [
    ['og:type', 'website'],
    ['og:site_name', store.name],
    ['og:locale', locales[language]],
    ['og:url', url],
    ['og:title', title(store.name)],
    ['og:description', text],
    ['og:image', image],
    ['og:image:type', look.preview.mime],
    ['og:image:width', look.preview.width],
    ['og:image:height', look.preview.height],
    ['og:image:alt', picture(store.name)],
  ];
  const twitter: [name: string, content: string][] = [
    ['twitter:card', 'summary_large_image'],
    ['twitter:title', title(store.name)],
    ['twitter:description', text],
    ['twitter:image', image],
    ['twitter:image:alt', picture(store.name)],
    ['description', text],
  ];
  return [
    ...properties.map(
      ([name, content]) => `<meta property="${name}" content="${escapeHtml(String(content))}">`,
    ),
    ...twitter.map(([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`),
  ];
}
