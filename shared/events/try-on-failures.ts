import type { TryOnFailure } from '../try-on/event-properties.ts';

/** Why a try-on has no image: each `reason` of `Service Try On Failed` and what it means. */
export const tryOnFailures: Readonly<Record<TryOnFailure, string>> = {
  no_product_images: 'The catalog has no image of an item.',
  product_gone: 'The catalog no longer has an item.',
  generation_failed: 'The model made no image.',
  timeout: 'The render, or the request that starts it, took too long.',
  unavailable: 'The service or the model cannot be reached.',
  offline: 'The browser has no connection.',
  insufficient_credits: "The store's account has no credit.",
  rate_limited: 'Too many requests, or another try-on of the visitor is being accepted.',
  visitor_limit: 'The daily cap of the visitor or of their network address is reached.',
  store_limit: 'The daily cap of the store is reached.',
  cancelled: 'The shopper cancelled it, or a newer try-on has withdrawn it.',
  photo_gone: 'The photo was deleted or has expired.',
  not_an_image: 'The photo is not an image.',
  format_unsupported: 'The browser cannot open the photo.',
  photo_too_small: 'The photo is too small.',
  photo_too_large: 'The photo is too large.',
  photo_too_dark: 'The photo is too dark.',
};
