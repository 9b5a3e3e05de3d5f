/** The product cutter: a photo in, the product without its background out. */
export { bestCutout } from './best-cutout.ts';
export { type Cutout, type CutoutOptions, cutOut } from './cut-product.ts';
