import { invalidInput } from '../../shared/errors.ts';

/** The place in a list after which the next page begins: newest first, by time and then by id. */
interface Cursor {
  at: Date;
  id: string;
}

const pageLimits = { default: 20, max: 100 } as const;

function encodeCursor({ at, id }: Cursor): string {
  return Buffer.from(JSON.stringify([at.getTime(), id])).toString('base64url');
}

type Query = Record<string, unknown>;

/** @throws ApiError INVALID_INPUT when the parameter is given more than once. */
export function textParameter(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw invalidInput(name, 'must be given once.');
}

/** @throws ApiError INVALID_INPUT naming the parameters that are not known. */
export function assertParameters(query: Query, known: readonly string[]): void {
  const unknown = Object.keys(query).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw invalidInput(unknown, `is not a known query parameter; use ${known.join(', ')}.`);
}

/** `limit` and `cursor` of a list. @throws ApiError INVALID_INPUT */
export function pageOf(query: Query): { limit: number; after: Cursor | undefined } {
  const limit = textParameter(query, 'limit') ?? String(pageLimits.default);
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > pageLimits.max) {
    throw invalidInput('limit', `must be a whole number from 1 to ${pageLimits.max}.`);
  }
  return { limit: Number(limit), after: cursorOf(textParameter(query, 'cursor')) };
}

function cursorOf(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const [time, id] = parsed(Buffer.from(text, 'base64url').toString());
  if (typeof time !== 'number' || !Number.isSafeInteger(time) || typeof id !== 'string') {
    throw invalidInput('cursor', 'is not a cursor of this list; send the nextCursor of a page.');
  }
  return { at: new Date(time), id };
}

function parsed(json: string): unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** A time such as `2026-11-21T09:00:00Z`. @throws ApiError INVALID_INPUT */
export function timeParameter(query: Query, name: string): Date | undefined {
  const text = textParameter(query, name);
  if (text === undefined) return undefined;
  const isIso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  const time = new Date(text);
  if (isIso && !Number.isNaN(time.getTime())) return time;
  throw invalidInput(name, 'is not a valid time; send one such as 2026-11-21T09:00:00Z.');
}

/** The part of a query that continues after a cursor, for a list sorted by `field` and `_id`, newest first. */
export function afterCursor(field: string, after: Cursor | undefined): object {
  if (!after) return {};
  return { $or: [{ [field]: { $lt: after.at } }, { [field]: after.at, _id: { $lt: after.id } }] };
}

/** One page of the documents that were read with `limit + 1`, and the cursor of the next one. */
export function toPage<Doc extends { _id: string }>(
  docs: Doc[],
  limit: number,
  timeOf: (doc: Doc) => Date,
): { page: Doc[]; nextCursor: string | null } {
  const page = docs.slice(0, limit);
  const last = page.at(-1);
  const more = docs.length > limit && last;
  return { page, nextCursor: more ? encodeCursor({ at: timeOf(last), id: last._id }) : null };
}
