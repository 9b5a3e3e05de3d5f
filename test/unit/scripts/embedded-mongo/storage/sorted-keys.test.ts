import { expect } from 'chai';
import fc from 'fast-check';
import type { StoredRecord } from '../../../../../scripts/embedded-mongo/storage/record.ts';
import { SortedKeys } from '../../../../../scripts/embedded-mongo/storage/sorted-keys.ts';

const record = (seq: number): StoredRecord => ({ key: String(seq), seq, raw: '', doc: undefined });
const everything = { low: '', high: '\xff' };

/** The same thing with one plain array. */
function reference(entries: [string, StoredRecord][]): StoredRecord[] {
  return [...entries]
    .sort((a, b) => (a[0] === b[0] ? a[1].seq - b[1].seq : a[0] < b[0] ? -1 : 1))
    .map(([, item]) => item);
}

const operations = fc.array(fc.tuple(fc.boolean(), fc.nat(40)), {
  minLength: 1,
  maxLength: 3000,
  size: 'max',
});

describe('sorted keys of the embedded database', () => {
  it('hold the same as a sorted array after any inserts and removals', () => {
    const property = fc.property(operations, fc.nat(40), fc.nat(40), (steps, low, high) => {
      const keys = new SortedKeys();
      let entries: [string, StoredRecord][] = [];
      for (const [seq, [insert, number]] of steps.entries()) {
        const key = String(number).padStart(2, '0');
        if (insert || entries.length === 0) {
          const made = record(seq);
          keys.insert(key, made);
          entries.push([key, made]);
        } else {
          const [gone] = entries.splice(number % entries.length, 1) as [[string, StoredRecord]];
          keys.remove(...gone);
        }
      }
      const [from, to] = [low, high].map((number) => String(number).padStart(2, '0')) as [string, string];
      expect([...keys.scan(everything, false)]).to.deep.equal(reference(entries));
      expect([...keys.scan(everything, true)]).to.deep.equal(reference(entries).reverse());
      expect(keys.get(from)).to.equal(reference(entries.filter(([key]) => key === from))[0]);
      entries = entries.filter(([key]) => key >= from && key < to);
      expect([...keys.scan({ low: from, high: to }, false)]).to.deep.equal(reference(entries));
      expect([...keys.scan({ low: from, high: to }, true)]).to.deep.equal(reference(entries).reverse());
    });
    fc.assert(property, { numRuns: 60 });
  });

  it('loads keys in any order, equal ones in the order of their records', () => {
    const entries = fc.array(
      fc.string({ minLength: 2, maxLength: 2, unit: fc.constantFrom('a', 'b', 'c') }),
      {
        maxLength: 2000,
      },
    );
    fc.assert(
      fc.property(entries, (given) => {
        const keys = new SortedKeys();
        const records = given.map((_, seq) => record(seq));
        keys.load(given, records);
        const pairs = given.map((key, seq): [string, StoredRecord] => [key, records[seq] as StoredRecord]);
        expect([...keys.scan(everything, false)]).to.deep.equal(reference(pairs));
      }),
      { numRuns: 60 },
    );
  });

  it('continues where it was when entries come and go during a walk', () => {
    const keys = new SortedKeys();
    const records = Array.from({ length: 2000 }, (_, seq) => record(seq));
    keys.load(
      records.map(({ seq }) => String(seq).padStart(4, '0')),
      records,
    );
    const seen: number[] = [];
    for (const { seq } of keys.scan(everything, false)) {
      seen.push(seq);
      keys.remove(String(seq).padStart(4, '0'), records[seq] as StoredRecord);
      keys.insert('', record(10_000 + seq));
    }
    expect(seen).to.deep.equal(records.map(({ seq }) => seq));
  });
});
