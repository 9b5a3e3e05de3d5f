import type { mongo } from 'mongoose';

export interface PageOptions {
  /** Documents of one page. Default: 100. */
  size?: number;
  find?: mongo.FindOptions;
}

/**
 * Returns the documents that match a filter, by `_id`, in pages that are a query each: for work that takes longer
 * between two pages than the 30 minutes after which MongoDB ends an idle session with its cursor (error 43).
 */
export async function* inPages<Doc extends { _id: string }>(
  collection: mongo.Collection<Doc>,
  filter: mongo.Filter<Doc>,
  { size = 100, find = {} }: PageOptions = {},
): AsyncGenerator<Doc[]> {
  const all = collection as unknown as mongo.Collection<{ _id: string }>;
  let next: mongo.Filter<{ _id: string }> = filter as object;
  for (;;) {
    const page = (await all.find(next, find).sort({ _id: 1 }).limit(size).toArray()) as unknown as Doc[];
    if (page.length > 0) yield page;
    if (page.length < size) return;
    next = { $and: [filter as object, { _id: { $gt: page.at(-1)!._id } }] };
  }
}
