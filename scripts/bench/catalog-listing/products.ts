import { type ProductDoc, productDocId, productKeys } from '../../../shared/catalog/product-model.ts';
import type { Database } from '../../../shared/database/database.ts';
import { sha256Hex } from '../../../shared/ids.ts';
import { colors, departments, looks, materials, nameOf, nouns, pick, sentence } from './words.ts';

/** Inserts that many products of the store, different in words, categories, colours and prices. */
export async function insertProducts(database: Database, store: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += 500) {
    const length = Math.min(500, count - from);
    const products = Array.from({ length }, (_, at) => makeProduct(store, from + at));
    await database.products.collection.insertMany(products as never[]);
  }
}

function makeProduct(store: string, at: number): ProductDoc {
  const productId = String(7_000_000 + at);
  const now = new Date(1_700_000_000_000 + ((at * 7919) % 10_000_000) * 1000);
  const price = 500 + ((at * 104_729) % 200_000);
  const [first, second] = [pick(colors, at), pick(colors, at + 3)];
  const made = {
    _id: productDocId(store, productId),
    store,
    productId,
    handle: `product-${at}`,
    handleHistory: [],
    title: `${nameOf(at)} ${pick(looks, at)} ${pick(materials, Math.floor(at / 7))} ${pick(nouns, at)}`,
    category: pick(nouns, at),
    categoryPath: [pick(departments, at), pick(materials, Math.floor(at / 7)), pick(nouns, at)],
    tags: [pick(looks, at * 3), pick(materials, at * 5)],
    description: sentence(at),
    currency: 'EUR',
    position: at + 1,
    publishedAt: now,
    options: [{ name: 'Color', values: [{ value: first }, { value: second }] }],
    variants: Array.from({ length: 8 }, (_, variant) => ({
      variantId: `${productId}${variant}`,
      color: variant % 2 ? first : second,
      options: [variant % 2 ? first : second],
      price,
      available: at % 9 !== 0,
    })),
    assets: [1, 2, 3, 4].map((number) => ({
      image: {
        blob: `catalog/${store}/${sha256Hex(`${at}/${number}`)}`,
        mime: 'image/jpeg' as const,
        width: 2048,
        height: 2048,
        bytes: 500_000,
      },
      source: `https://cdn.example/${at}/${number}.jpg`,
      variantIds: [],
      average: '#aabbcc',
    })),
    digest: sha256Hex(productId),
    missingAssets: 0,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  return { ...made, keys: productKeys(made) };
}
