import { type Opening, type OpenOptions, parameters } from './settings.ts';

function withParameters(service: string, opening: Opening, first: Record<string, string>): string {
  const query = new URLSearchParams(first);
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = opening[name as keyof typeof parameters];
    if (value) query.set(parameter, value);
  }
  return `${service}/embed/${encodeURIComponent(opening.subdomain)}?${query}`;
}

/** Returns the page in the frame; `origin` says whom it may speak to. */
export function frameAddress(service: string, opening: Opening, language: string): string {
  return withParameters(service, opening, { embed: '1', origin: location.origin, lang: language });
}

/** Returns the hosted page, to which the same address without `embed` leads: only the service knows its domain. */
export function hostedAddress(
  service: string,
  opening: Opening,
  language: string,
  granted: boolean | undefined,
): string {
  const consent = granted === undefined ? {} : { consent: granted ? 'granted' : 'denied' };
  return withParameters(service, opening, { lang: language, ...consent });
}

/**
 * Returns the product of a product page of Shopify (`/products/{handle}?variant=`) or WooCommerce (`/product/{slug}`).
 */
export function productOfPage({ pathname, search }: Location): OpenOptions {
  const found = /\/products?\/([^/]+)\/?$/.exec(pathname);
  if (!found) return {};
  // An empty one counts as missing.
  const variantId = new URLSearchParams(search).get('variant') || '';
  return { productId: decoded(found[1]!), variantId };
}

/** Shops show their page for `%` and other malformed escapes too. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Returns the shared look that a link to the shop names: `?share={short id}`. Shops have `?share=facebook` of their
 * own.
 */
export function sharedLook({ search }: Location): string | undefined {
  const id = new URLSearchParams(search).get('share') || '';
  return /^[0-9a-z]{13}$/i.test(id) ? id : undefined;
}
