const maxLength = 253;

/**
 * Returns a host name as it is saved and compared: lower case, IDN as punycode, without port and trailing
 * dot. Returns undefined for anything that is not one bare host: URLs, paths, user names, wildcards.
 */
export function normaliseHost(raw: string): string | undefined {
  const host = raw.trim();
  // `URL` would read these as the start of another part, or drop them silently.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the pattern rejects
  if (host === '' || /[\x00-\x20\x7f/\\?#@*,]/.test(host)) return undefined;
  if (!URL.canParse(`http://${host}/`)) return undefined;
  const name = new URL(`http://${host}/`).hostname.replace(/\.$/, '');
  return name === '' || name.length > maxLength || name.split('.').includes('') ? undefined : name;
}

/** Returns the normalised host of a URL such as a `Referer`; undefined for `null` and other schemes than http(s). */
export function hostOfUrl(raw: string | undefined): string | undefined {
  if (!raw || !URL.canParse(raw)) return undefined;
  const url = new URL(raw);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  return normaliseHost(url.hostname);
}

/**
 * Returns the normalised host of an `Origin` as browsers write it: scheme, host and port alone. Any other form is not
 * an origin: `URL` reads `https://acme.example\@evil.example` as a page of acme.example.
 */
export function hostOfOrigin(raw: string | undefined): string | undefined {
  if (!raw || !URL.canParse(raw) || new URL(raw).origin !== raw) return undefined;
  return hostOfUrl(raw);
}
