/** The image cannot be used; `message` says why and continues a sentence that begins with its URL. */
export class AssetRefused extends Error {
  override name = 'AssetRefused';
}
