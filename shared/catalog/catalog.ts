import { getDriver } from '../mongodb/driver.ts';
import type { StoredImage } from '../renders/render-model.ts';
import type { StoreDirectory } from '../stores/store-directory.ts';
import type { StoreDoc } from '../stores/store-model.ts';
import { type KnownProduct, knownFields } from './known-product.ts';
import { chooseProduct, type Match, referenceAssets, type Wanted, wantedKeys } from './match.ts';
import type { ProductModel } from './product-model.ts';
import { parseProductUrl, registeredHosts } from './product-url.ts';

/** The fields of a product item that decide which catalog product it is. */
export interface MatchRequest {
  productUrl?: string;
  /** Names the store where `productUrl` does not. */
  storeSlug?: string;
  productId?: string;
  variantId?: string;
  color?: string;
}

export interface MerchantProduct extends Match {
  store: StoreDoc;
  /** At most 4; empty when the catalog has no image that fits. */
  assets: StoredImage[];
}

/** The result of a lookup: the store of the URL, and its matching product. */
export interface CatalogResult {
  store?: StoreDoc;
  match?: MerchantProduct;
}

/**
 * Returns the catalog product that an item is rendered from. Fidelity is `merchant` only if the catalog has
 * reference assets: without them, nothing of the merchant would be in the image.
 */
export function renderable(result: CatalogResult | undefined): MerchantProduct | undefined {
  return result?.match && result.match.assets.length > 0 ? result.match : undefined;
}

export interface Catalog {
  lookUp(request: MatchRequest): Promise<CatalogResult>;
  /**
   * Finds the catalog product of a request; undefined when no store has the host of its URL, or the store has no such
   * product.
   */
  find(request: MatchRequest): Promise<MerchantProduct | undefined>;
}

/** A handle that more products have, former handles included, identifies none of them. */
const maxCandidates = 16;

export interface CatalogDependencies {
  products: ProductModel;
  stores: StoreDirectory;
}

/**
 * Looks products up by table: the store by the exact host of `productUrl`, then its products by one indexed read.
 */
export function createCatalog({ products, stores }: CatalogDependencies): Catalog {
  // The collection itself: casting and hydrating take longer than the lookup.
  const collection = getDriver(products);
  const read = (store: string, keys: string[]): Promise<KnownProduct[]> =>
    collection
      .find<KnownProduct>(
        { store, keys: { $in: keys } },
        { limit: maxCandidates, singleBatch: true, projection: knownFields },
      )
      .toArray();
  const findStore = async (host: string) => {
    for (const registered of registeredHosts(host)) {
      const store = await stores.byHost(registered);
      if (store) return store;
    }
    return undefined;
  };
  const match = async (store: StoreDoc, wanted: Wanted, color?: string) => {
    const keys = wantedKeys(wanted);
    if (keys.length === 0) return undefined;
    const candidates = await read(store._id, keys);
    const chosen = chooseProduct(candidates, wanted);
    return chosen && { ...chosen, store, assets: referenceAssets(chosen, color) };
  };
  const lookUp = async (request: MatchRequest): Promise<CatalogResult> => {
    const url = request.productUrl ? parseProductUrl(request.productUrl) : undefined;
    const byUrl = url && (await findStore(url.host));
    const store = byUrl ?? (request.storeSlug ? await stores.bySlug(request.storeSlug.toLowerCase()) : null);
    if (!store) return {};
    // Another shop's URL must not select a product of this store that has the same handle.
    const found = await match(store, toWanted(request, byUrl ? url : {}), request.color);
    return found ? { store, match: found } : { store };
  };
  return { lookUp, find: async (request) => (await lookUp(request)).match };
}

function toWanted(request: MatchRequest, url: { handle?: string; variantId?: string } = {}): Wanted {
  const { productId, variantId, color } = request;
  return {
    variantIds: [variantId, url.variantId].filter((id) => id !== undefined),
    ...(productId ? { productId } : {}),
    ...(url.handle ? { handle: url.handle } : {}),
    ...(color ? { color } : {}),
  };
}
