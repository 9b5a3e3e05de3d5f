import type { Command } from 'commander';
import { createBlobStorage } from '../../shared/blobs/create-blob-storage.ts';
import { createCatalog, type MatchRequest } from '../../shared/catalog/catalog.ts';
import { referenceAssets } from '../../shared/catalog/match.ts';
import { type ProductDoc, productDocId, productRange } from '../../shared/catalog/product-model.ts';
import { deleteUnusedAssets } from '../../shared/catalog/unused-assets.ts';
import type { Database } from '../../shared/database/database.ts';
import { createStoreDirectory } from '../../shared/stores/store-directory.ts';
import { noteCatalogChange } from '../../shared/stores/stores.ts';
import { withDatabase } from './backends.ts';
import { importCommand } from './catalog-import.ts';
import { findStore } from './find-store.ts';
import { AdminError, formatTable, print, wholeNumber, withJson } from './output.ts';

/** `catalog import`, `catalog list`, `catalog show`, `catalog match`, `catalog remove` */
export function catalogCommands(program: Command): void {
  const catalog = program.command('catalog').description('Products of catalog merchants');
  importCommand(catalog);
  withJson(catalog.command('list').description('list the products of a store'))
    .requiredOption('--store <slug>', 'the store')
    .option('--after <id>', 'only products after this id')
    .option('--limit <n>', 'maximum number', '100')
    .action(list);
  withJson(catalog.command('show').description('show one product'))
    .requiredOption('--store <slug>', 'the store')
    .requiredOption('--product <id>', 'its product id')
    .action(show);
  withJson(catalog.command('match').description('show what a request would be rendered from'))
    .requiredOption('--url <url>', 'productUrl; it is not fetched')
    .option('--product <id>', 'productId')
    .option('--variant <id>', 'variantId')
    .option('--color <name>', 'color')
    .action(match);
  withJson(catalog.command('remove').description('remove products and their images'))
    .requiredOption('--store <slug>', 'the store')
    .option('--product <id>', 'its product id')
    .option('--all', 'every product of the store')
    .action(remove);
}

interface ListOptions {
  store: string;
  after?: string;
  limit: string;
  json?: boolean;
}

async function list(options: ListOptions): Promise<void> {
  const limit = wholeNumber('--limit', options.limit, 1, 1000);
  const products = await withDatabase(async (database) => {
    const { _id: store } = await findStore(database, options.store);
    return database.products
      .find(productRange(store, options.after))
      .sort({ _id: 1 })
      .limit(limit)
      .lean<ProductDoc[]>();
  });
  const rows = products.map(({ productId, handle, title, variants, assets, missingAssets }) => ({
    productId,
    handle,
    title: title ?? '',
    variants: variants.length,
    assets: assets.length,
    missingAssets,
  }));
  print(options, { products: rows }, () =>
    formatTable(
      ['PRODUCT', 'HANDLE', 'TITLE', 'VARIANTS', 'PICTURES', 'MISSING'],
      rows.map((row) => Object.values(row).map(String)),
    ),
  );
}

async function show(options: { store: string; product: string; json?: boolean }): Promise<void> {
  const product = await withDatabase(async (database) => {
    const { _id: store } = await findStore(database, options.store);
    return database.products.findById(productDocId(store, options.product)).lean<ProductDoc>();
  });
  if (!product) throw new AdminError(`There is no product ${options.product}; see catalog list.`);
  const { _id, keys, digest, revision, ...shown } = product;
  print(options, shown, () => JSON.stringify(shown, undefined, 2));
}

interface MatchOptions {
  url: string;
  product?: string;
  variant?: string;
  color?: string;
  json?: boolean;
}

async function match(options: MatchOptions): Promise<void> {
  const { url, product, variant, color } = options;
  const request = {
    productUrl: url,
    ...(product ? { productId: product } : {}),
    ...(variant ? { variantId: variant } : {}),
    ...(color ? { color } : {}),
  };
  const result = await withDatabase((database) => matchResult(database, request));
  print(options, result, () => {
    if (result.matched) return JSON.stringify(result, undefined, 2);
    return result.storeSlug
      ? `The store ${result.storeSlug} has no such product.`
      : `No store has the host of ${url}.`;
  });
}

async function matchResult(database: Database, request: MatchRequest) {
  const directory = createStoreDirectory(database.stores);
  const catalog = createCatalog({ products: database.products, stores: directory });
  const { store, match: found } = await catalog.lookUp(request);
  if (!found) return { matched: false, storeSlug: store?.slug ?? null };
  const { productId } = found.product;
  const id = productDocId(found.store._id, productId);
  const product = await database.products.findById(id, { assets: 1 }).lean<ProductDoc>();
  const sources = new Map(product?.assets.map(({ image, source }) => [image.blob, source]));
  return {
    matched: true,
    storeSlug: found.store.slug,
    by: found.by,
    productId,
    fidelity: found.assets.length > 0 ? 'merchant' : 'generic',
    assets: referenceAssets(found, request.color).map(({ blob }) => ({
      blob,
      source: sources.get(blob) ?? null,
    })),
  };
}

interface RemoveOptions {
  store: string;
  product?: string;
  all?: boolean;
  json?: boolean;
}

async function remove(options: RemoveOptions): Promise<void> {
  if ((options.product === undefined) === (options.all === undefined)) {
    throw new AdminError('Say which: --product ID, or --all.');
  }
  const result = await withDatabase(async (database, config) => {
    const { _id: store } = await findStore(database, options.store);
    const which = options.product === undefined ? {} : { productId: options.product };
    const removed = await database.products.deleteMany({ store, ...which });
    await noteCatalogChange(database.stores, store);
    const blobs = createBlobStorage(config);
    try {
      const images = await deleteUnusedAssets({ database, blobs }, { store, before: new Date() });
      return { products: removed.deletedCount, pictures: images };
    } finally {
      await blobs.close();
    }
  });
  if (options.product !== undefined && result.products === 0) {
    throw new AdminError(`There is no product ${options.product}; see catalog list.`);
  }
  print(options, result, () => `Removed ${result.products} products and ${result.pictures} images.`);
}
