import type { Reason } from '../state/reason.ts';

/** Remedies that a shopper is offered after a failure. */
export type Remedy = 'tryAgain' | 'otherPhoto' | 'editItems' | 'browse' | 'backToShop';

/** The remedies that each reason offers, the most useful first: never a dead end. */
export const remedies: Record<Reason, readonly Remedy[]> = {
  not_an_image: ['otherPhoto'],
  photo_too_small: ['otherPhoto'],
  photo_too_dark: ['otherPhoto'],
  photo_too_large: ['otherPhoto'],
  photo_gone: ['otherPhoto'],
  format_unsupported: ['otherPhoto'],
  no_product_images: ['editItems'],
  product_gone: ['editItems'],
  insufficient_credits: ['browse', 'backToShop'],
  visitor_limit: ['browse', 'backToShop'],
  store_limit: ['browse', 'backToShop'],
  rate_limited: ['tryAgain', 'editItems'],
  unavailable: ['tryAgain', 'backToShop'],
  generation_failed: ['tryAgain', 'otherPhoto', 'editItems'],
  timeout: ['tryAgain', 'editItems'],
  cancelled: ['tryAgain', 'editItems'],
  offline: ['tryAgain', 'editItems'],
};
