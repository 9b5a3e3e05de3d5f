/** Where the pictures that a merchant uploads for the try-on are kept: logo and model photos. */
export const storeImagesPrefix = (store: string): string => `stores/${store}/`;
