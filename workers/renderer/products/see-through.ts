import type { LocalProduct } from '../request.ts';

/** Whole words of titles, categories and tags. "glasses" is missing on purpose: frames and dark lenses are opaque. */
const words =
  /(^|[^\p{L}])(glass|crystal|transparent|translucent|see-through|clear|acrylic|plexiglass?|glas|kristall|acryl|verre|cristal|acrylique|vidrio|transparente|acrílico)($|[^\p{L}])/iu;

/**
 * True if the product's words say that it is transparent. No cut-out is right then: the photo's background is seen
 * through the glass and cut out with it.
 */
export const isSeeThrough = ({ title, category, tags }: Omit<LocalProduct, 'images'>): boolean =>
  [title, category, ...tags].some((text) => text !== undefined && words.test(text.slice(0, 500)));
