const trackPath = '/v1/track';

/** Endings that merchants copy from their platform's documentation along with the base URL. */
const knownEnding = /(?:\/v1(?:\/track)?)?\/*$/;

/**
 * Returns the URL of an endpoint's track calls: its base URL, with or without a path, a trailing slash or a query,
 * joined with `/v1/track` (specification "Outbound"). A URL that ends in `/v1` or `/v1/track` is understood.
 */
export function trackUrl(endpoint: string): string {
  const url = new URL(endpoint);
  url.pathname = url.pathname.replace(/\/+$/, '').replace(knownEnding, '') + trackPath;
  url.hash = '';
  return url.href;
}
