import { expect } from 'chai';
import type { Doc } from '../../../../../scripts/embedded-mongo/bson/types.ts';
import { compileFilter } from '../../../../../scripts/embedded-mongo/query/matcher.ts';
import { merge } from '../../../../../scripts/embedded-mongo/storage/merge.ts';
import { planQuery } from '../../../../../scripts/embedded-mongo/storage/planner.ts';
import type { StoredRecord } from '../../../../../scripts/embedded-mongo/storage/record.ts';
import { SecondaryIndex } from '../../../../../scripts/embedded-mongo/storage/secondary-index.ts';

const stores = ['a', 'b', 'c'];

/** Nine documents of three stores, whose times take turns. */
function fillIndex(): { index: SecondaryIndex; remove(at: number): void } {
  const index = new SecondaryIndex({ name: 'by_time', key: { store: 1, at: 1 } });
  const docs = Array.from({ length: 9 }, (_, at): Doc => ({ store: stores[at % 3], at }));
  const records = docs.map((doc, seq): StoredRecord => ({ key: String(seq), seq, raw: '', doc }));
  const toKey = (at: number) => index.toKeys(docs[at]!)[0]!;
  for (const [at, record] of records.entries()) index.keys.insert(toKey(at), record);
  return { index, remove: (at) => index.keys.remove(toKey(at), records[at]!) };
}

function mergeAll(index: SecondaryIndex, direction: 1 | -1): Generator<StoredRecord> {
  const filter = compileFilter({ store: { $in: ['c', 'a'] } });
  const plan = planQuery([index], filter, [['at', direction]], true);
  expect(plan).to.include({ merged: true, sorted: true, backwards: direction === -1 });
  return merge(index, plan!.ranges, plan!.backwards);
}

const toTimes = (records: Iterable<StoredRecord>) => [...records].map(({ doc }) => doc!.at);

describe('several ranges of an index of the embedded database', () => {
  it('are walked side by side, forwards and backwards', () => {
    const { index } = fillIndex();
    expect(toTimes(mergeAll(index, 1))).to.deep.equal([0, 2, 3, 5, 6, 8]);
    expect(toTimes(mergeAll(index, -1))).to.deep.equal([8, 6, 5, 3, 2, 0]);
  });

  it('give no document that was removed while they were being walked', () => {
    const { index, remove } = fillIndex();
    const found = mergeAll(index, 1);
    expect(found.next().value?.doc?.at).to.equal(0);
    for (const at of [2, 6]) remove(at);
    expect(toTimes(found)).to.deep.equal([3, 5, 8]);
  });

  it('are sorted instead where nothing limits the result, or where there are too many', () => {
    const { index } = fillIndex();
    const plan = (values: unknown[], limited: boolean) =>
      planQuery([index], compileFilter({ store: { $in: values } }), [['at', 1]], limited);
    expect(plan(stores, false)).to.include({ merged: false, sorted: false });
    const many = Array.from({ length: 201 }, (_, value) => value);
    expect(plan(many, true)).to.include({ merged: false, sorted: false });
    expect(plan(many.slice(1), true)).to.include({ merged: true, sorted: true });
  });
});
