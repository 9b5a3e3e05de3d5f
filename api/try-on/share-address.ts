import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { getSettings } from '../../shared/stores/store-settings.ts';
import { isStagingHost, type ServiceHosts } from '../http/context-check.ts';
import { hostedOrigin, type OwnAddress, toOrigin } from '../try-on-pages/hosted-host.ts';

type Store = Pick<StoreDoc, 'slug' | 'settings'>;

/** Returns true if a store's shoppers share links; always on staging hosts (specification "Look Shared variants"). */
export function sharesLinks(
  store: Store,
  { host }: Pick<OwnAddress, 'host'>,
  service: ServiceHosts,
): boolean {
  return getSettings(store).sharingEnabled || isStagingHost(host, service);
}

/**
 * Returns the link that recipients of a shared look open: the page of the storefront that the store has chosen, with a
 * `share` parameter, or the hosted page (specification "Look Shared variants", rule 4). Without SERVICE_DOMAIN there
 * are no hosted pages; the embedded page, opened by itself, then takes their place.
 */
export function shareUrl(store: Store, shortId: string, own: OwnAddress, service: ServiceHosts): string {
  const { sharePage } = getSettings(store);
  const hosted = hostedOrigin(store.slug, own, service);
  const url = new URL(sharePage ?? hosted ?? `${toOrigin(own)}/embed/${store.slug}`);
  url.searchParams.set('share', shortId);
  return url.href;
}
