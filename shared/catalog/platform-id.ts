const gid = /^gid:\/\/[\w-]+\/[\w-]+\/(\d+)(?:[?#].*)?$/;

export const longestPlatformId = 200;

/**
 * A storefront-platform id as it is stored and compared: a number is read as a string, a Shopify
 * `gid://shopify/ProductVariant/123` as `123`. Undefined for what is no id.
 */
export function readPlatformId(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : undefined;
  if (typeof value !== 'string' || value.length > longestPlatformId) return undefined;
  const id = value.trim();
  return gid.exec(id)?.[1] ?? (id || undefined);
}
