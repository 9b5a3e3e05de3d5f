/** A product of the request cannot be rendered, however often it is tried. `message` may be shown to the caller. */
export class RendererError extends Error {
  override name = 'RendererError';
}
