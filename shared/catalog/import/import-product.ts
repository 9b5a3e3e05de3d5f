import { sha256Hex } from '../../ids.ts';
import { isDuplicateKey } from '../../mongodb/database-errors.ts';
import type { StoredImage } from '../../renders/render-model.ts';
import { foldHandle } from '../fold.ts';
import {
  type CatalogAsset,
  type ProductDoc,
  type ProductModel,
  productDocId,
  productKeys,
} from '../product-model.ts';
import { AssetRefused } from './asset-refused.ts';
import type { FetchedAsset } from './fetch-asset.ts';
import type { ProductRecord } from './product-record.ts';
import type { RecordImage } from './record-images.ts';

export interface ProductImport {
  products: ProductModel;
  store: string;
  /** @throws AssetRefused */
  fetchAsset(url: string): Promise<FetchedAsset>;
  /** Returns the mean color of an image that an earlier release imported without it. */
  averageColor(image: StoredImage): Promise<string | undefined>;
  /** Fetch images again whose URL is known already. */
  refetch: boolean;
}

export interface MissingAsset {
  url: string;
  reason: string;
}

export interface ProductOutcome {
  outcome: 'created' | 'updated' | 'unchanged';
  /** Images that were fetched now. */
  fetched: number;
  missing: MissingAsset[];
}

const maxHistory = 50;
const attempts = 5;

/**
 * Updates one product of a store to the record, keeping its former handles. An equal record changes
 * nothing; an image that cannot be fetched is left out and tried again by the next import.
 */
export async function importProduct(
  dependencies: ProductImport,
  record: ProductRecord,
): Promise<ProductOutcome> {
  const { products, store, refetch } = dependencies;
  const _id = productDocId(store, record.productId);
  const digest = sha256Hex(JSON.stringify(record));
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const known = await products.findById(_id).lean<ProductDoc>();
    const same = known?.digest === digest;
    if (same && known.missingAssets === 0 && !refetch) {
      return { outcome: 'unchanged', fetched: 0, missing: [] };
    }
    const { assets, fetched, missing } = await gatherAssets(dependencies, record.images, known);
    if (same && sameBlobs(known.assets, assets)) return { outcome: 'unchanged', fetched, missing };
    const product = merge(store, record, known, { assets, digest, missingAssets: missing.length });
    if (await write(products, product, known)) {
      return { outcome: known ? 'updated' : 'created', fetched, missing };
    }
  }
  throw new Error(
    `Product ${_id} was changed by another import ${attempts} times in a row; run this import again`,
  );
}

type Gathered = Pick<ProductOutcome, 'fetched' | 'missing'> & { assets: CatalogAsset[] };

async function gatherAssets(
  { fetchAsset, averageColor, refetch }: ProductImport,
  images: RecordImage[],
  known: ProductDoc | null,
): Promise<Gathered> {
  const kept = new Map(known?.assets.map((asset) => [asset.source, asset]));
  const gathered: Gathered = { assets: [], fetched: 0, missing: [] };
  for (const { url, variantIds, color } of images) {
    const old = kept.get(url);
    const asset = old && !refetch ? old : await fetchOrNote(fetchAsset, url, gathered, old);
    if (!asset) continue;
    const { image, ground, average = await averageColor(image) } = asset;
    gathered.assets.push({
      image,
      source: url,
      variantIds,
      ...(color ? { color } : {}),
      ...(average ? { average } : {}),
      ...(ground ? { ground } : {}),
    });
  }
  return gathered;
}

/** An image that is gone from its URL stays in use while the blob storage has it. */
async function fetchOrNote(
  fetchAsset: ProductImport['fetchAsset'],
  url: string,
  gathered: Gathered,
  old: CatalogAsset | undefined,
): Promise<Pick<CatalogAsset, 'image' | 'average' | 'ground'> | undefined> {
  try {
    const asset = await fetchAsset(url);
    gathered.fetched += 1;
    return asset;
  } catch (error) {
    if (!(error instanceof AssetRefused)) throw error;
    gathered.missing.push({ url, reason: error.message });
    return old;
  }
}

function sameBlobs(before: CatalogAsset[], after: CatalogAsset[]): boolean {
  const blobs = (assets: CatalogAsset[]) => assets.map(({ image }) => image.blob).join();
  return blobs(before) === blobs(after);
}

function merge(
  store: string,
  { images, previousHandles, ...record }: ProductRecord,
  known: ProductDoc | null,
  imported: Pick<ProductDoc, 'assets' | 'digest' | 'missingAssets'>,
): ProductDoc {
  const now = new Date();
  const handleHistory = [known?.handle ?? '', ...previousHandles, ...(known?.handleHistory ?? [])]
    .map(foldHandle)
    .filter((handle, at, all) => handle !== foldHandle(record.handle) && all.indexOf(handle) === at)
    .filter(Boolean)
    .slice(0, maxHistory);
  const product = {
    ...record,
    ...imported,
    _id: productDocId(store, record.productId),
    store,
    handleHistory,
    revision: (known?.revision ?? 0) + 1,
    createdAt: known?.createdAt ?? now,
    updatedAt: now,
  };
  return { ...product, keys: productKeys(product) };
}

/** False when another import changed the product since it was read. */
async function write(
  products: ProductModel,
  product: ProductDoc,
  known: ProductDoc | null,
): Promise<boolean> {
  if (known) {
    const replaced = await products.replaceOne({ _id: product._id, revision: known.revision }, product);
    return replaced.matchedCount === 1;
  }
  try {
    // joi has checked it; building a document of 2,048 variants to check it again takes longer than the write.
    await products.collection.insertOne(product as never);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
