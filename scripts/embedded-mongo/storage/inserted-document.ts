import { ObjectId, Timestamp } from 'bson';
import { ownField } from '../bson/path.ts';
import { type Doc, isDoc, rank, typeName, typeRank } from '../bson/types.ts';
import { failures } from '../errors.ts';

/**
 * A document as an insert stores it: its `_id` first, made when there is none, and empty timestamps filled in; the
 * very same object when nothing has to change. Throws InvalidIdField and DollarPrefixedFieldName.
 */
export function asInserted(given: Doc): Doc {
  const doc = withTimestamps(idFirst(given));
  checkId(doc._id);
  return doc;
}

function idFirst(doc: Doc): Doc {
  const id = ownField(doc, '_id');
  if (id !== undefined && Object.keys(doc)[0] === '_id') return doc;
  const { _id, ...rest } = doc;
  return { _id: id === undefined ? new ObjectId() : _id, ...rest };
}

function checkId(id: unknown): void {
  const type = typeRank(id);
  if (type === rank.array || type === rank.regex || type === rank.missing)
    throw failures.invalidId(typeName(id));
  const dollar = isDoc(id) ? Object.keys(id).find((field) => field.startsWith('$')) : undefined;
  if (dollar) throw failures.dollarField(dollar, `_id.${dollar}`);
}

let lastTimestamp = { t: 0, i: 0 };

/** An empty Timestamp at the top of an inserted document becomes the time, each one later than the one before. */
function withTimestamps(doc: Doc): Doc {
  const empty = Object.keys(doc).filter((field) => field !== '_id' && isEmptyTimestamp(doc[field]));
  if (empty.length === 0) return doc;
  return { ...doc, ...Object.fromEntries(empty.map((field) => [field, nextTimestamp()])) };
}

const isEmptyTimestamp = (value: unknown): boolean => value instanceof Timestamp && value.isZero();

function nextTimestamp(): Timestamp {
  const t = Math.floor(Date.now() / 1000);
  lastTimestamp = { t, i: t === lastTimestamp.t ? lastTimestamp.i + 1 : 1 };
  return new Timestamp(lastTimestamp);
}
