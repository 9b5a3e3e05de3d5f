import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { shellFormat } from '../../bson/shell-format.ts';
import type { Doc } from '../../bson/types.ts';
import { failures } from '../../errors.ts';
import type { Filter } from '../../query/matcher.ts';
import type { Collection } from '../../storage/collection.ts';
import { getCollection } from '../arguments.ts';
import type { Command } from '../context.ts';
import { pause } from '../cursors.ts';
import { firstMatch, matching, parseFilter, parseHint } from '../query.ts';
import { eachPart, readParts, withErrors } from './bulk-write.ts';

const deleteFields = new Set(['q', 'limit', 'hint', 'collation']);

async function removeAll(collection: Collection, filter: Filter, hint: unknown): Promise<number> {
  const { records } = collection.candidates(filter, [], false, parseHint(hint, collection));
  let removed = 0;
  for (const record of matching(collection, records, { filter, deadline: Number.POSITIVE_INFINITY }, true)) {
    if (record === pause) await yieldToOthers();
    else {
      collection.remove(record);
      removed++;
    }
  }
  return removed;
}

/** Without this a forgotten limit would delete everything that matches. */
function checkLimits(parts: readonly Doc[]): void {
  for (const { limit } of parts) {
    if (limit === undefined) throw failures.missingField('delete.deletes', 'limit');
    if (limit === 0 || limit === 1) continue;
    throw failures.failedToParse(
      `The limit field in delete objects must be 0 or 1. Got ${shellFormat(limit)}`,
    );
  }
}

export const remove: Command = {
  options: ['deletes', 'ordered'],
  inert: ['let'],
  writes: true,
  run(call, { engine }) {
    const collection = engine.find(getCollection(call));
    let n = 0;
    const one = (part: Doc): void | Promise<void> => {
      const filter = parseFilter(part.q as Doc);
      if (!collection) return;
      if (part.limit !== 1) {
        return removeAll(collection, filter, part.hint).then((removed) => {
          n += removed;
        });
      }
      const record = firstMatch(collection, filter, [], parseHint(part.hint, collection));
      if (!record) return;
      collection.remove(record);
      n++;
    };
    const parts = readParts(call, 'deletes', deleteFields);
    checkLimits(parts);
    const errors = eachPart(call, parts, one);
    return errors instanceof Promise
      ? errors.then((list) => withErrors({ n }, list))
      : withErrors({ n }, errors);
  },
};
