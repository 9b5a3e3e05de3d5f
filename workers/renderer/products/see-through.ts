import type { LocalProduct } from '../request.ts';

/** Whole words of titles, categories and tags; "glasses" is not among them: frames and dark lenses are solid. */
const words =
  /(^|[^\p{L}])(glass|crystal|transparent|translucent|see-through|clear|acrylic|plexiglass?|glas|kristall|acryl|verre|cristal|acrylique|vidrio|transparente|acrílico)($|[^\p{L}])/iu;

/**
 * Whether the words say that the scene would be seen through the product. No mask is right then: what lies behind
 * glass in its photo is cut out with it.
 */
export const isSeeThrough = ({ title, category, tags }: Omit<LocalProduct, 'images'>): boolean =>
  [title, category, ...tags].some((text) => text !== undefined && words.test(text.slice(0, 500)));
