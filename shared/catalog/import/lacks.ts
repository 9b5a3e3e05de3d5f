import type { ProductRecord } from './product-record.ts';

const lackedBy = {
  price: ({ currency }) => currency === undefined,
  category: ({ category, categoryPath }) => !category && !categoryPath,
  title: ({ title }) => !title,
  picture: ({ images }) => images.length === 0,
} satisfies Record<string, (record: ProductRecord) => boolean>;

/** What a page of products shows of each, and a source may not have. */
export type Lack = keyof typeof lackedBy;
export const lacks = Object.keys(lackedBy) as Lack[];

export function findMissingFields(record: ProductRecord): Lack[] {
  return lacks.filter((lack) => lackedBy[lack](record));
}
