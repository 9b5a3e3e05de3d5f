import {
  Binary,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  serialize,
  Timestamp,
} from 'bson';
import { expect } from 'chai';
import fc from 'fast-check';
import { decodeDocument } from '../../../../../scripts/embedded-mongo/bson/decode.ts';
import { encodeValue } from '../../../../../scripts/embedded-mongo/bson/key-string.ts';
import { valueAt } from '../../../../../scripts/embedded-mongo/bson/path.ts';
import { fieldTree, readFields } from '../../../../../scripts/embedded-mongo/bson/read-fields.ts';

const scalar = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map((n) => new Int32(n)),
  fc.double().map((n) => new Double(n)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((n) => Long.fromBigInt(n)),
  fc.date({ noInvalidDate: true }),
  fc.constantFrom<unknown>(new MinKey(), new MaxKey(), new ObjectId(), new Timestamp({ t: 1, i: 2 }), /a.b/i),
  fc.constantFrom<unknown>(new Binary(Buffer.from([0, 1, 0])), Decimal128.fromString('1.50')),
);
const names = ['_id', 'a', 'ab', 'ü', 'at', '__proto__'];
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3, withCrossShrink: true }, scalar, tie('list'), tie('document')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  document: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 4, noNullPrototype: false }),
}));
const document = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6, noNullPrototype: false });
const path = fc
  .array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('.'));

describe('embedded database: fields read from raw documents', () => {
  it('are those of the decoded document, at every path that was asked for', () => {
    const property = fc.property(document, fc.array(path, { minLength: 1, maxLength: 4 }), (doc, paths) => {
      const bytes = Buffer.from(serialize(doc));
      const read = readFields(bytes.toString('latin1'), fieldTree(paths));
      const decoded = decodeDocument(bytes);
      for (const each of paths) {
        const parts = each.split('.');
        expect(encodeValue(valueAt(read, parts)), each).to.equal(encodeValue(valueAt(decoded, parts)));
      }
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it('are no others', () => {
    const raw = Buffer.from(serialize({ a: 1, b: { c: 2, d: 3 }, e: 4 })).toString('latin1');
    expect(readFields(raw, fieldTree(['a', 'b.c']))).to.deep.equal({ a: 1, b: { c: 2 } });
    expect(readFields(raw, fieldTree(['b.c', 'b']))).to.deep.equal({ b: { c: 2, d: 3 } });
    expect(readFields(raw, fieldTree(['x', 'e.f']))).to.deep.equal({ e: 4 });
  });
});
