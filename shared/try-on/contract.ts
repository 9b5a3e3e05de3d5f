/**
 * The contract between the try-on application in the browser and its API under `/api/try-on/{slug}`.
 * Types alone, so that the browser's bundle takes nothing of the server.
 *
 * | Route under `/api/try-on/{slug}` | Request | Response |
 * |---|---|---|
 * | `POST /session` | `SessionRequest` | 200 `SessionView` |
 * | `GET /products` | query `ListingQuery` | 200 `ListingView` |
 * | `GET /products/{productId}` | | 200 `ProductView` |
 * | `GET /flows/{flowId}` | | 200 `FlowView` |
 * | `POST /photos` | the bytes of an image | 201 `PhotoView` |
 * | `DELETE /photos/{id}` | | 204 |
 * | `POST /renders` | `RenderRequest`, `Idempotency-Key` | 202 `TryOnView` |
 * | `GET /renders/{id}` | | 200 `TryOnView` |
 * | `GET /renders/{id}/events` | | server-sent events `state`, each a `TryOnView` |
 * | `DELETE /renders/{id}` | | 200 `TryOnView` |
 * | `PUT /renders/{id}/feedback` | `FeedbackRequest` | 204 |
 * | `POST /renders/{id}/share` | | 200 `ShareView` |
 * | `GET /looks/{shortId}` | | 200 `SharedLookView` |
 * | `POST /looks/{shortId}/opens` | `LookOpenRequest` | 200 `SharedLookView` |
 * | `DELETE /looks/{shortId}` | | 204 |
 *
 * Images have routes of their own, whose URLs are in the views.
 *
 * Every route passes the store context check. All but `/session`, `/products` and `/flows` need the visitor's
 * token: `Authorization: Bearer {token}`. Photos and results of another visitor or store are 404.
 * Errors have the Error object, with a `reason` of `TryOnReason` where the application has a text for it.
 */

import type { Checkout } from './checkout.ts';
import type { OwnTexts } from './own-texts.ts';

export const languages = ['en', 'de', 'fr', 'es', 'nl', 'it', 'pl', 'ja', 'ar'] as const;
export type Language = (typeof languages)[number];

/** Returns the direction in which a language is written. */
export const getDirection = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** An amount in the currency's minor unit (cents), and its ISO 4217 code. */
export interface Money {
  amount: number;
  currency: string;
}

/** A store as the pages show it; part of each page as data, before the first request. */
export interface StoreView {
  slug: string;
  name: string;
  /** Target of "Back to the shop"; null: the page that the shopper came from is unknown. */
  storefrontUrl: string | null;
  /** The checkout of the look; null: the pages of its products. */
  checkout: Checkout | null;
  /** URL of the store's logo on our own origin. */
  logo: string | null;
  /** `#rrggbb` as the merchant chose it; the page corrects its contrast. */
  accent: string | null;
  /** Corner radius of controls in CSS pixels, 0 to 24. */
  radius: number;
  /** The store's language; null: the browser's. */
  language: Language | null;
  /** The shop's own words in the language of the page; null: none. */
  texts: OwnTexts | null;
  sharingEnabled: boolean;
  /** Hours until an uploaded photo is deleted. */
  photoHours: number;
  /** If true, events wait until the visitor has agreed. */
  consentRequired: boolean;
}

/** In the page as `<script type="application/json" id="bootstrap">`. */
export interface Bootstrap {
  store: StoreView;
  /** True if the page runs in a merchant's frame. */
  embedded: boolean;
  /** Origins that may frame this page, for `postMessage`; empty: any (a store with a WebView). */
  parentOrigins: string[];
  /** Base of the API, e.g. `/api/try-on/demo`. */
  apiBase: string;
}

export interface SessionRequest {
  /** The id of an earlier visit, from `localStorage`; null where storage is blocked. */
  visitorId: string | null;
  /** Identity that the storefront passed (specification "Identity stitching"). */
  anonymousId: string | null;
  /** A token of an earlier visit; while it is valid, the visitor keeps photos and renders. */
  token: string | null;
}

export interface SessionView {
  /** Signed by the service; bound to one visitor and one store. */
  token: string;
  /** For analytics alone: the one that was sent, else a new one. */
  visitorId: string;
  models: ModelPhotoView[];
  /** The newest photo that the visitor uploaded and did not delete. */
  lastPhoto: PhotoView | null;
  /** The visitor's render that has not ended, or ended in the last minutes and was not shown yet. */
  openRender: TryOnView | null;
  /** Why no try-on can start now; null: it can. */
  paused: TryOnReason | null;
}

export interface Image {
  /** Path on our own origin; those of photos and results are signed and valid for hours. */
  url: string;
  width: number;
  height: number;
}

/** The subject of a photo, and the type of scene in which a product is used. */
export const sceneKinds = ['person', 'room'] as const;
export type SceneKind = (typeof sceneKinds)[number];

export interface ModelPhotoView extends Image {
  id: string;
  /** null: it was added without one. */
  kind: SceneKind | null;
  /** Path of a small WebP, cropped to 3 by 4. */
  thumbnail: string;
  /** Describes the image to those who do not see it. */
  name: string;
}

export interface PhotoView extends Image {
  id: string;
  /** ISO 8601. */
  createdAt: string;
  expiresAt: string;
}

export const sortOrders = ['featured', 'price-low', 'price-high', 'newest'] as const;
export type SortOrder = (typeof sortOrders)[number];

/** As the query string of `GET /products`. */
export interface ListingQuery {
  /** Typo-tolerant, and the last word is a prefix. */
  q?: string;
  /** Path of a category, its parts joined by `>`: `Living room>Sofas`. */
  category?: string;
  tag?: string;
  color?: string;
  /** Minor units. */
  minPrice?: number;
  maxPrice?: number;
  /** `1`: only what can be bought now. */
  available?: '1';
  sort?: SortOrder;
  /** Comma list of `productId` or `productId:variantId`: just these that pass the filters, in this order, with the variant's price and image. A handle may take the place of an id. */
  items?: string;
  /** 1 to 60. */
  limit?: number;
  cursor?: string;
}

export interface ListingView {
  products: ProductCard[];
  nextCursor: string | null;
  /** Products that match, on all pages. */
  total: number;
  /** Of the whole catalog, so that a filter never hides the way back. */
  facets: Facets;
}

export interface Facets {
  categories: { path: string; name: string; count: number }[];
  colors: { name: string; swatch: string | null; count: number }[];
  /** Minor units of the store's currency; null: no product has a price. */
  price: { min: number; max: number; currency: string } | null;
}

/** A thumbnail: `{src}/{width}.{format}`, of `thumbnailWidths` and `thumbnailFormats`; on white, never enlarged. */
export interface Thumbnail {
  src: string;
  /** Of the original; the ratio reserves the place. */
  width: number;
  height: number;
  /** `#rrggbb`, shown until the image is there; null: not known. */
  average: string | null;
  /** `#rrggbb` of a plain ground around what it shows; null: it has none, or it is not known. */
  ground: string | null;
}
export const thumbnailWidths = [160, 320, 640, 1280] as const;
export const thumbnailFormats = ['avif', 'webp'] as const;
export type ThumbnailFormat = (typeof thumbnailFormats)[number];

export interface ProductCard {
  productId: string;
  /** Names the product in the address of its page. */
  handle: string;
  title: string;
  image: Thumbnail | null;
  /** The lowest price of its variants. */
  price: Money | null;
  compareAtPrice: Money | null;
  /** True if variants differ in price. */
  priceVaries: boolean;
  available: boolean;
  /** True if the catalog has an image to render from; a product without one cannot be tried on. */
  renderable: boolean;
  colors: { name: string; swatch: string | null }[];
  /** The variant that is meant when the shopper chooses none. */
  variantId: string | null;
  /** That variant's options, e.g. `Blue / M`; null: it has none. */
  variantTitle: string | null;
  /** Path of its category, as in `ListingQuery`; null: it has none. */
  category: string | null;
  /** The type of scene in which it is used; null: unknown from its words. */
  scene: SceneKind | null;
  /** True if several variants in that variant's color can be bought: the shopper chooses a size. */
  hasSizes: boolean;
}

export interface ProductView extends ProductCard {
  description: string | null;
  url: string | null;
  images: Thumbnail[];
  /** e.g. `[{ name: 'Size', values: [{ value: 'M', swatch: null }] }]`. */
  options: { name: string; values: { value: string; swatch: string | null }[] }[];
  variants: VariantView[];
}

export interface VariantView {
  variantId: string;
  /** One value for each of the product's options, in their order. */
  options: string[];
  price: Money | null;
  compareAtPrice: Money | null;
  available: boolean;
  image: Thumbnail | null;
}

export interface LookItem {
  productId: string;
  variantId: string | null;
}

/** Specification "Limits": 1 to 6 products. */
export const maxLookItems = 6;

/** The source of a step's items. */
export type FlowSource =
  /** Path of a category, as in `ListingQuery`. */
  | { category: string }
  | { tag: string }
  /** Each `productId` or `productId:variantId`, or a handle. */
  | { products: string[] };

export interface FlowStepView {
  name: string;
  source: FlowSource;
  /** A step that is not may be skipped. */
  required: boolean;
  /** To complete it; 1 to 6. */
  minItems: number;
  /** At least `minItems`; the steps of a flow allow at most 6 together. */
  maxItems: number;
}

/** A guided flow: the steps through which a shopper puts a look together. */
export interface FlowView {
  id: string;
  name: string;
  steps: FlowStepView[];
}

export interface RenderRequest {
  photo: { kind: 'upload' | 'model'; id: string };
  items: LookItem[];
  /**
   * The visitor's render whose image is not right, to which this is the free second attempt (`TryOnView.again`): of the
   * same photo and items.
   */
  secondOf?: string;
}

/** A render as its shopper sees it. */
export interface TryOnView {
  id: string;
  state: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';
  /** 1 for the next to start; only while it waits. */
  position: number | null;
  /** The progress that the provider reports, 0 to 1; null: none. */
  progress: number | null;
  /** ISO 8601. */
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  /** From creation to the end, as the newest renders took; seconds. */
  expectedSeconds: number;
  photo: (Image & { kind: 'upload' | 'model'; id: string }) | null;
  items: LookItem[];
  /** Items that the provider could not put into the image. */
  leftOut: LookItem[];
  /** PNG; `?format=jpeg` of its URL for a smaller one. */
  result: Image | null;
  /** Costs of creating the image again; null: there is none yet, or the counts cannot be read now. */
  again: {
    /** Try-ons that the visitor still has today (UTC). */
    left: number;
    /** A second attempt is none of them, once the shopper has said what is not right. */
    isFree: boolean;
  } | null;
  failure: { reason: TryOnReason; retryable: boolean } | null;
}

/** Reasons for which a shopper does not find an image right. */
export const feedbackReasons = ['wrong_place', 'wrong_size', 'item_differs', 'photo_changed'] as const;
export type FeedbackReason = (typeof feedbackReasons)[number];

export interface FeedbackRequest {
  /** At least one. */
  reasons: FeedbackReason[];
}

/** Why something did not work, for the application's texts and for `Service Try On Failed`. */
export const tryOnReasons = [
  'not_an_image',
  'photo_too_small',
  'photo_too_dark',
  'photo_too_large',
  'photo_gone',
  'no_product_images',
  'product_gone',
  'insufficient_credits',
  'visitor_limit',
  'store_limit',
  'rate_limited',
  'unavailable',
  'generation_failed',
  'timeout',
  'cancelled',
] as const;
export type TryOnReason = (typeof tryOnReasons)[number];
