import { expect } from 'chai';
import fc from 'fast-check';
import { encodeDocument } from '../../../../../scripts/embedded-mongo/bson/decode.ts';
import { fieldTree, readFields } from '../../../../../scripts/embedded-mongo/bson/read-fields.ts';
import type { Doc } from '../../../../../scripts/embedded-mongo/bson/types.ts';
import { compileFilter } from '../../../../../scripts/embedded-mongo/query/matcher.ts';

const scalar = fc.constantFrom<unknown>(1, 2, 2.5, 'x', 'ä', null, true, new Date(5));
const inner = fc.record(
  { d: scalar, e: fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })) },
  { requiredKeys: [] },
);
const value = fc.oneof(scalar, inner, fc.array(fc.oneof(scalar, inner), { maxLength: 3 }));
const doc = fc.record({ a: value, b: value, c: inner, other: value }, { requiredKeys: [] });

const path = fc.constantFrom('a', 'b', 'c', 'a.d', 'b.e', 'c.d', 'a.0', 'b.1.d');
const condition = fc.oneof(
  scalar,
  inner,
  fc.record({ $in: fc.array(scalar, { minLength: 1, maxLength: 3 }) }),
  fc.record({ $nin: fc.array(scalar, { minLength: 1, maxLength: 3 }) }),
  fc.record({ $gt: scalar }),
  fc.record({ $ne: scalar }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $not: fc.record({ $lte: scalar }) }),
  fc.record({ $size: fc.nat(2) }),
  fc.record({ $all: fc.array(scalar, { minLength: 1, maxLength: 2 }) }),
  fc.record({ $elemMatch: fc.record({ d: scalar }) }),
);
const clause = fc.tuple(path, condition).map(([name, wanted]): Doc => ({ [name]: wanted }));
const clauses = fc.array(clause, { minLength: 1, maxLength: 3 });
const filter = fc.oneof(
  clause,
  fc.record({ $and: clauses }),
  fc.record({ $or: clauses }),
  fc.record({ $nor: clauses }),
  fc.tuple(clause, fc.record({ $or: clauses })).map(([one, others]): Doc => ({ ...one, ...others })),
);

describe('a filter of the embedded database', () => {
  it('matches a document by its paths alone', () => {
    const property = fc.property(fc.array(doc, { minLength: 1, maxLength: 10 }), filter, (docs, source) => {
      const { test, paths } = compileFilter(source);
      const fields = fieldTree(paths!);
      const read = (whole: Doc) => readFields(encodeDocument(whole).toString('latin1'), fields);
      for (const whole of docs) expect(test(read(whole)), JSON.stringify(whole)).to.equal(test(whole));
    });
    fc.assert(property, { numRuns: 500, seed: 7 });
  });

  it('may read every field where it contains an expression', () => {
    const expression = () => (whole: Doc) => whole.a === whole.b;
    expect(compileFilter({ c: 1, $expr: { $eq: ['$a', '$b'] } }, expression).paths).to.equal(undefined);
  });
});
