import { ObjectId } from 'bson';
import { equalValues } from '../bson/compare.ts';
import { shellFormat } from '../bson/shell-format.ts';
import { type Doc, isDoc } from '../bson/types.ts';
import { failures, MongoFailure } from '../errors.ts';
import type { ExpressionTest, Filter } from '../query/matcher.ts';
import { equalityFields } from '../query/upsert-fields.ts';
import { Draft } from './draft.ts';
import { applyModifiers, parseModifiers } from './modifiers.ts';
import { parseArrayFilters } from './targets.ts';

/** An update of any form, ready to be applied to documents the filter matched. */
export interface Update {
  /** The new version; the same object when nothing changes. */
  readonly apply: (doc: Doc, filter: Filter) => Doc;
  /** The document an upsert inserts when nothing matched. */
  readonly insert: (filter: Filter) => Doc;
  readonly replaces: boolean;
}

/** Reads the `u` of an update: modifiers or a replacement document. Throws before any document is touched. */
export function parseUpdate(source: unknown, arrayFilters: unknown, expression: ExpressionTest): Update {
  if (Array.isArray(source)) throw failures.badValue('the embedded database has no updates by a pipeline');
  if (!isDoc(source)) throw failures.failedToParse('Update argument must be either an object or an array');
  if (Object.keys(source)[0]?.startsWith('$')) return modifierUpdate(source, arrayFilters, expression);
  if (arrayFilters !== undefined)
    throw failures.failedToParse('Cannot specify arrayFilters with a replacement-style update');
  return replacement(source);
}

function modifierUpdate(source: Doc, arrayFilters: unknown, expression: ExpressionTest): Update {
  const modifiers = parseModifiers(source);
  const filters = parseArrayFilters(arrayFilters, expression);
  for (const name of filters.keys()) {
    if (!modifiers.modifications.some(({ path }) => path.includes(`$[${name}]`))) {
      throw failures.failedToParse(
        `The array filter for identifier '${name}' was not used in the update ${shellFormat(source)}`,
      );
    }
  }
  const run = (doc: Doc, filter: Filter, inserting: boolean): Doc =>
    applyModifiers(doc, modifiers, { filter, arrayFilters: filters, inserting, expression });
  return {
    replaces: false,
    apply: (doc, filter) => run(doc, filter, false),
    insert: (filter) => withId(run(queryFields(filter), filter, true)),
  };
}

function replacement(source: Doc): Update {
  const dollar = Object.keys(source).find((field) => field.startsWith('$'));
  if (dollar) throw failures.dollarField(dollar, dollar);
  return {
    replaces: true,
    apply(doc) {
      if (source._id !== undefined && !equalValues(source._id, doc._id)) throw alteredId(source._id);
      const { _id, ...rest } = source;
      const next = { _id: doc._id, ...rest };
      return equalValues(next, doc) ? doc : next;
    },
    insert(filter) {
      const wanted = equalityFields(filter).get('_id');
      if (source._id !== undefined && wanted !== undefined && !equalValues(source._id, wanted)) {
        throw alteredId(source._id);
      }
      const id = source._id ?? wanted;
      const { _id, ...rest } = source;
      return { _id: id ?? new ObjectId(), ...rest };
    },
  };
}

const alteredId = (id: unknown): MongoFailure =>
  new MongoFailure(
    66,
    `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${shellFormat(id)}`,
  );

function queryFields(filter: Filter): Doc {
  const draft = new Draft({});
  for (const [path, value] of equalityFields(filter)) draft.set(path.split('.'), value);
  return draft.doc;
}

const withId = (doc: Doc): Doc => {
  const { _id, ...rest } = doc;
  return { _id: _id ?? new ObjectId(), ...rest };
};
