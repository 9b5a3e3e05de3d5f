/** The product cutter: a photo in, the product without its background out. */
export { bestCutout } from './best-cutout.ts';
export { type Cutout, type CutoutOptions, cutOut } from './cut-product.ts';
export { bestWornCutout } from './worn/best-worn.ts';
export { isGarment } from './worn/wearer.ts';
