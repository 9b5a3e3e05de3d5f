import type { ProductRecord } from './product-record.ts';

/** Fields that shoppers see, and that a source may omit. */
const isMissing = {
  price: ({ currency }) => currency === undefined,
  category: ({ category, categoryPath }) => !category && !categoryPath,
  title: ({ title }) => !title,
  picture: ({ images }) => images.length === 0,
} satisfies Record<string, (record: ProductRecord) => boolean>;

export type MissingField = keyof typeof isMissing;
export const missingFields = Object.keys(isMissing) as MissingField[];

export function findMissingFields(record: ProductRecord): MissingField[] {
  return missingFields.filter((field) => isMissing[field](record));
}
