import { Binary, BSONRegExp, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { expect } from 'chai';
import fc from 'fast-check';
import { compareValues } from '../../../../../scripts/embedded-mongo/bson/compare.ts';
import { encodeField, encodeValue } from '../../../../../scripts/embedded-mongo/bson/key-string.ts';

const leaf = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, true, false, new MinKey(), new MaxKey(), Number.NaN, -0, 0),
  fc.double(),
  fc.integer(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => Long.fromBigInt(value)),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\0', '\x01', 'a', 'é', '\uffff', '😀') }),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  fc.uint8Array({ maxLength: 6 }).map((bytes) => new Binary(bytes)),
  fc.tuple(fc.nat(9), fc.nat(9)).map(([t, i]) => new Timestamp({ t, i })),
  fc.string().map((pattern) => new BSONRegExp(pattern.replaceAll('\0', ''), 'i')),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'é'), tie('value'), { maxKeys: 3 }),
  ),
}));

const sign = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

describe('key strings of the embedded database', () => {
  it('are in the order of the values, for any two values of any type', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(sign(encodeValue(a), encodeValue(b))).to.equal(Math.sign(compareValues(a, b)));
      }),
      { numRuns: 3000 },
    );
  });

  it('are in reverse order when descending', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(sign(encodeField(a, -1), encodeField(b, -1))).to.equal(Math.sign(compareValues(b, a)));
      }),
      {
        numRuns: 3000,
        examples: [
          ['', '\0'],
          ['\0', '\x01'],
          ['a', 'a\0'],
          [['a'], ['a\0']],
          [{ a: 'a' }, { a: 'a\0' }],
        ],
      },
    );
  });

  it('order compound keys field by field', () => {
    fc.assert(
      fc.property(fc.tuple(value, value), fc.tuple(value, value), ([a, b], [c, d]) => {
        const order = Math.sign(compareValues(a, c)) || Math.sign(compareValues(d, b));
        expect(sign(encodeField(a, 1) + encodeField(b, -1), encodeField(c, 1) + encodeField(d, -1))).to.equal(
          order,
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('use one-byte characters only', () => {
    fc.assert(
      fc.property(value, (a) => {
        expect([...encodeValue(a)].every((character) => character.charCodeAt(0) <= 255)).to.equal(true);
      }),
    );
  });
});
