import type { Response } from 'express';

/** A route that callers should leave, as its definition says it. */
export interface Deprecation {
  /** Day from which on it is deprecated, such as `2026-11-23`. */
  since: string;
  /** Day on which it ends, at least six months later; absent: not decided. */
  sunset?: string;
  /** Section of /docs/changelog that names the replacement. */
  section: string;
}

/** Sets `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and the link to the replacement. */
export function setDeprecation(res: Response, { since, sunset, section }: Deprecation): void {
  res.set('Deprecation', `@${Date.parse(since) / 1000}`);
  if (sunset !== undefined) res.set('Sunset', new Date(sunset).toUTCString());
  res.append('Link', `</docs/changelog#${section}>; rel="deprecation"; type="text/html"`);
}
