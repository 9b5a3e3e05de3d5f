import { expect } from 'chai';
import { compareIndexes, type SavedIndex } from '../../../../../shared/mongodb/indexes/compare-indexes.ts';
import type { WantedIndex } from '../../../../../shared/mongodb/indexes/wanted-indexes.ts';

const wantedIndex = (description: SavedIndex): WantedIndex => ({
  collection: 'renders',
  name: description.name,
  unique: description.unique === true,
  description,
});

/** The state of one wanted index beside one saved one. */
function getState(wanted: SavedIndex, saved: SavedIndex): string {
  const { present, missing, different } = compareIndexes(
    [wantedIndex(wanted)],
    new Map([['renders', [saved]]]),
  );
  if (present.length > 0) return 'present';
  return missing.length > 0 ? 'missing' : `different from ${different[0]!.saved.name}`;
}

const plain: SavedIndex = { name: 'a_1_b_-1', key: { a: 1, b: -1 } };
const unique: SavedIndex = { ...plain, unique: true };
const partial: SavedIndex = { ...plain, partialFilterExpression: { a: { $exists: true } } };
const ttl: SavedIndex = { name: 'at_1', key: { at: 1 }, expireAfterSeconds: 0 };

const rows: [title: string, wanted: SavedIndex, saved: SavedIndex, state: string][] = [
  ['the same index', plain, plain, 'present'],
  ['the same index under another name', plain, { ...plain, name: 'mine' }, 'present'],
  ['`false` for an option that is not given', plain, { ...plain, unique: false, sparse: false }, 'present'],
  ['another order of fields', plain, { name: 'b_-1_a_1', key: { b: -1, a: 1 } }, 'missing'],
  ['another direction', plain, { name: 'a_1_b_1', key: { a: 1, b: 1 } }, 'missing'],
  ['a unique index that is saved without it, under its name', unique, plain, 'different from a_1_b_-1'],
  ['a unique index beside one without it, under another name', unique, { ...plain, name: 'mine' }, 'missing'],
  ['another expiry', ttl, { ...ttl, name: 'mine', expireAfterSeconds: 60 }, 'different from mine'],
  ['an index that does not expire anything', ttl, { name: 'at_1', key: { at: 1 } }, 'different from at_1'],
  [
    'another filter under its name',
    partial,
    { ...partial, partialFilterExpression: { a: 1 } },
    'different from a_1_b_-1',
  ],
  ['a filter under another name', plain, { ...partial, name: 'mine' }, 'missing'],
  ['a hidden index, which serves no query', plain, { ...plain, hidden: true }, 'different from a_1_b_-1'],
];

describe('the comparison of indexes', () => {
  for (const [title, wanted, saved, state] of rows) {
    it(`finds ${title} ${state}`, () => expect(getState(wanted, saved)).to.equal(state));
  }

  it('finds an index unused that no model declares, and each other one only in its own collection', () => {
    const saved = new Map([
      ['renders', [plain, { name: 'old_1', key: { old: 1 } } as SavedIndex]],
      ['events', [plain]],
    ]);
    expect(compareIndexes([wantedIndex(plain)], saved).unused).to.deep.equal([
      { collection: 'renders', name: 'old_1' },
      { collection: 'events', name: 'a_1_b_-1' },
    ]);
  });
});
