import { normaliseHost } from '../stores/host.ts';
import { foldHandle } from './fold.ts';
import { readPlatformId } from './platform-id.ts';

/** The parts of a `productUrl`, which is parsed and never fetched. */
export interface ProductUrl {
  /** Normalised like the hosts of a store. */
  host: string;
  /** Folded; absent when the path is not that of a product page. */
  handle?: string;
  /** Of `?variant=`, product pages only. */
  variantId?: string;
}

const maxUrlLength = 8192;
const maxHandleLength = 255;

/** `fr`, `en-ca`, `zh-hans-cn`: the sub-folder of a market or a language. Three letters would be `/app` and `/faq` too. */
const locale = /^(?:[a-z]{2}|fil)(?:-[a-z0-9]{2,4}){0,2}$/i;

/** WooCommerce uses `product`. */
const productFolders = new Set(['products', 'product']);

/** Storefronts serve the same product as data under these suffixes. */
const dataSuffix = /\.(?:js|json)$/i;

/** Undefined for other schemes, user names, control characters and whatever URL cannot parse. */
export function parseProductUrl(raw: string): ProductUrl | undefined {
  // URL strips tabs and newlines and reads `\` as `/`, so the host would differ from the visible one.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (raw.length > maxUrlLength || /[\x00-\x1f\x7f\\]/.test(raw.trim()) || !URL.canParse(raw.trim()))
    return undefined;
  const url = new URL(raw.trim());
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  const host = normaliseHost(url.hostname);
  if (!host) return undefined;
  const handle = parseHandle(url.pathname);
  if (!handle) return { host };
  const variantId = readPlatformId(url.searchParams.get('variant'));
  return { host, handle, ...(variantId ? { variantId } : {}) };
}

/** Handle of `[/locale][/collections/x]/products/handle`, of nothing else. */
function parseHandle(pathname: string): string | undefined {
  const segments = decoded(pathname);
  if (!segments) return undefined;
  if (segments.length > 2 && locale.test(segments[0]!)) segments.shift();
  if (segments.length === 4 && segments[0]!.toLowerCase() === 'collections') segments.splice(0, 2);
  const [folder, last] = segments;
  if (segments.length !== 2 || !productFolders.has(folder!.toLowerCase())) return undefined;
  const handle = foldHandle(last!.replace(dataSuffix, ''));
  return handle === '' || handle.length > maxHandleLength ? undefined : handle;
}

function decoded(pathname: string): string[] | undefined {
  try {
    const segments = pathname.split('/').filter(Boolean).map(decodeURIComponent);
    return segments.some((segment) => segment.includes('/')) ? undefined : segments;
  } catch {
    // No storefront serves a handle with a lone %.
    return undefined;
  }
}

/** Returns the hosts under which a store may be registered, best first: a `www.` host also finds its apex. */
export function registeredHosts(host: string): string[] {
  return host.startsWith('www.') ? [host, host.slice('www.'.length)] : [host];
}
