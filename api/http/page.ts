import type Joi from 'joi';
import { nullable, text } from '../openapi/schema.ts';
import { queryParameter } from './query.ts';

/** The place in a list after which the next page begins: newest first, by time and then by id. */
interface Cursor {
  at: Date;
  id: string;
}

/** Filters and position of a request for one page of a list. */
export interface PageQuery {
  from?: Date;
  /** Not included. */
  to?: Date;
  limit: number;
  cursor?: Cursor;
}

const maxLimit = 100;

const time = queryParameter(readTime, 'is not a valid time; send one such as 2026-11-21T09:00:00Z');
const described = (example: string) => ({ jsonSchema: { type: 'string', examples: [example] } });

/** The parameters of a list, besides what it can be filtered by. */
export const pageParameters = {
  from: time
    .description('Entries from this time on: ISO 8601, such as `2026-11-21T09:00:00Z` or `2026-11-21`.')
    .meta(described('2026-11-21T09:00:00Z')),
  to: time.description('Entries before this time: ISO 8601.').meta(described('2026-11-22T09:00:00Z')),
  limit: queryParameter(readLimit, `must be a whole number from 1 to ${maxLimit}`)
    .default(20)
    .description('Entries of a page.')
    .meta({ jsonSchema: { type: 'integer', minimum: 1, maximum: maxLimit } }),
  cursor: queryParameter(readCursor, 'is not a cursor of this list; send the nextCursor of a page')
    .description('The `nextCursor` of the page before.')
    .meta({ jsonSchema: { type: 'string' } }),
} satisfies Joi.PartialSchemaMap<PageQuery>;

/** `nextCursor` of a response. */
export const nextCursorSchema = nullable(
  text('Send it as `cursor` for the next page; null on the last one.'),
);

function readLimit(given: string): number | undefined {
  const limit = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  return limit >= 1 && limit <= maxLimit ? limit : undefined;
}

function readTime(given: string): Date | undefined {
  const isIso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(given);
  const moment = new Date(given);
  return isIso && !Number.isNaN(moment.getTime()) ? moment : undefined;
}

function readCursor(given: string): Cursor | undefined {
  const [at, id] = parsed(Buffer.from(given, 'base64url').toString());
  return Number.isSafeInteger(at) && typeof id === 'string' ? { at: new Date(at as number), id } : undefined;
}

function parsed(json: string): unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

const encodeCursor = ({ at, id }: Cursor): string =>
  Buffer.from(JSON.stringify([at.getTime(), id])).toString('base64url');

/** Returns the filter of a page in a list that is sorted by `field` and `_id`, newest first. */
export function pageFilter(field: string, { from, to, cursor }: PageQuery): object {
  const between = { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) };
  const after = cursor && [{ [field]: { $lt: cursor.at } }, { [field]: cursor.at, _id: { $lt: cursor.id } }];
  return { ...(from || to ? { [field]: between } : {}), ...(after ? { $or: after } : {}) };
}

/** Returns one page of the documents that were read with `limit + 1`, and the cursor of the next one. */
export function toPage<Doc extends { _id: string }>(
  docs: Doc[],
  { limit }: PageQuery,
  readTime: (doc: Doc) => Date,
): { page: Doc[]; nextCursor: string | null } {
  const page = docs.slice(0, limit);
  const last = page.at(-1);
  const more = docs.length > limit && last;
  return { page, nextCursor: more ? encodeCursor({ at: readTime(last), id: last._id }) : null };
}
