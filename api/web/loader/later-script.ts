/** SHA-256 of the scripts that the loader fetches, in base64; written in by the build. */
declare const SCRIPT_HASHES: Record<'cart' | 'status', string>;

/**
 * Runs a script that few shoppers need, with these properties of its element. The integrity makes it part of this
 * version of the loader, and the nonce lets it pass where the shop's policy lets the loader pass by one.
 */
export function runScript(loader: HTMLElement, name: keyof typeof SCRIPT_HASHES, properties: object): void {
  const hash = SCRIPT_HASHES[name];
  const { origin } = new URL((loader as HTMLScriptElement).src);
  const script = Object.assign(document.createElement('script'), properties, {
    crossOrigin: 'anonymous',
    integrity: `sha256-${hash}`,
    nonce: loader.nonce,
    src: `${origin}/service-embed-${name}.js?${hash}`,
  });
  document.head.append(script);
}
