import type { Config } from '../config/variables.ts';

/** The attribute of the script tag that names the store. */
export const subdomainAttribute = 'data-service-subdomain';

/** Returns the origin that merchants name: of `EMBED_HOST`, else the API's. */
export function getEmbedOrigin({ EMBED_HOST, BASE_URL }: Pick<Config, 'EMBED_HOST' | 'BASE_URL'>): string {
  return EMBED_HOST === '' ? new URL(BASE_URL).origin : `https://${EMBED_HOST}`;
}

/** Writes the script tag for the pages of a store. */
export const buildScriptTag = (origin: string, slug: string): string =>
  `<script async src="${origin}/service-embed.js" ${subdomainAttribute}="${slug}"></script>`;
