const longest = 253;

/**
 * A host name as it is stored and compared: lower case, IDN as punycode, without port and trailing
 * dot. Answers undefined for anything that is not one bare host: URLs, paths, user names, wildcards.
 */
export function normaliseHost(raw: string): string | undefined {
  const host = raw.trim();
  // URL would read these as the beginning of something else, or drop them silently.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (host === '' || /[\x00-\x20\x7f/\\?#@*,]/.test(host)) return undefined;
  if (!URL.canParse(`http://${host}/`)) return undefined;
  const name = new URL(`http://${host}/`).hostname.replace(/\.$/, '');
  return name === '' || name.length > longest || name.split('.').includes('') ? undefined : name;
}

/** The normalised host of a URL such as an `Origin` or `Referer`; undefined for `null` and what is not http(s). */
export function hostOfUrl(raw: string | undefined): string | undefined {
  if (!raw || !URL.canParse(raw)) return undefined;
  const url = new URL(raw);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  return normaliseHost(url.hostname);
}
