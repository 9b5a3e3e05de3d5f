/** Returns the prefix of the blobs that a merchant uploads for the try-on: logo and model photos. */
export const storeImagesPrefix = (store: string): string => `stores/${store}/`;
