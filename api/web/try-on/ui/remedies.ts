import type { Reason } from '../state/reason.ts';

/** What a shopper can do when something did not work. */
export type Remedy = 'tryAgain' | 'otherPhoto' | 'editItems' | 'backToShop';

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
  insufficient_credits: ['backToShop', 'editItems'],
  visitor_limit: ['backToShop', 'editItems'],
  store_limit: ['backToShop', 'editItems'],
  rate_limited: ['tryAgain', 'editItems'],
  unavailable: ['tryAgain', 'backToShop'],
  generation_failed: ['tryAgain', 'otherPhoto', 'editItems'],
  timeout: ['tryAgain', 'editItems'],
  cancelled: ['tryAgain', 'editItems'],
  offline: ['tryAgain', 'editItems'],
};
