const trackPath = '/v1/track';

/**
 * The URL of an endpoint's track calls: its base URL, with or without a path, a trailing slash or a query,
 * joined with `/v1/track` (specification "Outbound").
 */
export function trackUrl(endpoint: string): string {
  const url = new URL(endpoint);
  url.pathname = url.pathname.replace(/\/+$/, '') + trackPath;
  url.hash = '';
  return url.href;
}
