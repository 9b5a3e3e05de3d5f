import type { Request } from 'express';
import type { VNode } from 'preact';
import type { Listing } from '../../shared/catalog/listing/listing.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import type { Language, ProductCard } from '../../shared/try-on/contract.ts';
import type { SharedLookModel } from '../../shared/try-on/shared-look-model.ts';
import { findLook, isOpenLook, type OpenLook } from '../../shared/try-on/shared-looks.ts';
import { readShortId } from '../../shared/try-on/short-id.ts';
import { clientAddress } from '../http/client-address.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { imagePaths } from '../try-on/image-views.ts';
import { LookBody, type ShownLook } from './look-body.tsx';
import { parameter } from './parameters.ts';
import { pageTexts } from './texts.ts';

export interface LookLookUp {
  sharedLooks: SharedLookModel;
  listing: Pick<Listing, 'items'>;
  rateLimiter: RateLimiter;
  /** Pages of shared looks a minute that are looked up for one network address; further ones are shown as pages without. */
  perAddress: number;
}

/** Status and metadata of the page at a shared look's address; the application shows the look itself. */
export interface LookPage {
  status: 200 | 404 | 410;
  /** Only of a look that is shared. */
  look?: OpenLook;
  /** Those of its items that the store still has. */
  products?: ProductCard[];
}

/**
 * Reads the shared look that the parameter `share` names; a value that can name none is as if it were not there. Where
 * it cannot be looked up, the page has no tags, and the application shows what it can.
 */
export async function readLookPage(lookUp: LookLookUp, req: Request, store: StoreDoc): Promise<LookPage> {
  const shortId = readShortId(parameter(req.query, 'share'));
  if (shortId === undefined) return { status: 200 };
  return lookPage(lookUp, req, store, shortId).catch(() => ({ status: 200 }));
}

async function lookPage(
  { sharedLooks, listing, rateLimiter, perAddress }: LookLookUp,
  req: Request,
  store: StoreDoc,
  shortId: string,
): Promise<LookPage> {
  const subject = `look-page:${clientAddress(req.ip)}`;
  if (!(await rateLimiter.take(subject, { perMinute: perAddress, points: 1 })).allowed)
    return { status: 200 };
  const look = await findLook(sharedLooks, store, shortId);
  if (!look) return { status: 404 };
  if (!isOpenLook(look)) return { status: 410 };
  const items = look.items.map(({ productId, variantId }) =>
    variantId ? `${productId}:${variantId}` : productId,
  );
  const { products } = await listing.items(store, items);
  return { status: 200, look, products };
}

const locales: Record<Language, string> = {
  ...{ en: 'en_US', de: 'de_DE', fr: 'fr_FR', es: 'es_ES', nl: 'nl_NL' },
  ...{ it: 'it_IT', pl: 'pl_PL', ja: 'ja_JP', ar: 'ar_AR' },
};

/** Title and tags of the page of a shared look; `page` is its address without parameters. */
export function lookHead(shown: ShownLook, page: string): { title: string; tags: VNode; body: VNode } {
  const { look, store, language } = shown;
  const texts = pageTexts[language].sharedLook;
  const title = texts.title(store.name);
  const picture = texts.picture(store.name);
  const image = new URL(imagePaths.preview(store, look._id), page).href;
  return {
    title,
    body: <LookBody {...shown} />,
    tags: (
      <>
        <Tags
          attribute="property"
          contents={{
            'og:type': 'website',
            'og:site_name': store.name,
            'og:locale': locales[language],
            'og:url': `${page}?share=${look._id}`,
            'og:title': title,
            'og:description': texts.text,
            'og:image': image,
            'og:image:type': look.preview.mime,
            'og:image:width': look.preview.width,
            'og:image:height': look.preview.height,
            'og:image:alt': picture,
          }}
        />
        <Tags
          attribute="name"
          contents={{
            description: texts.text,
            'twitter:card': 'summary_large_image',
            'twitter:title': title,
            'twitter:description': texts.text,
            'twitter:image': image,
            'twitter:image:alt': picture,
          }}
        />
      </>
    ),
  };
}

interface TagsProps {
  /** Open Graph names its tags by `property`, Twitter and HTML by `name`. */
  attribute: 'property' | 'name';
  contents: Record<string, string | number>;
}

const Tags = ({ attribute, contents }: TagsProps) => (
  <>
    {Object.entries(contents).map(([name, content]) => (
      <meta key={name} {...{ [attribute]: name }} content={String(content)} />
    ))}
  </>
);
