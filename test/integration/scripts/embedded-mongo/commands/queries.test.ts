import { expect } from 'chai';
import mongoose from 'mongoose';
import { connectBefore, numbers, toFailure } from '../connect.ts';

const { Binary, BSONRegExp, Long, MinKey, ObjectId } = mongoose.mongo;
const id = new ObjectId('65f000000000000000000001');
const day = (n: number): Date => new Date(Date.UTC(2026, 0, n));

const docs: Record<string, unknown>[] = [
  {
    n: 1,
    a: 5,
    s: 'apple',
    at: day(1),
    tags: ['x', 'y'],
    sub: { k: 1 },
    list: [
      { p: 1, q: 1 },
      { p: 2, q: 2 },
    ],
  },
  { n: 2, a: 10, s: 'Banana', at: day(2), tags: [], sub: { k: 2 }, list: [{ p: 1, q: 2 }] },
  { n: 3, a: null, s: 'cherry', at: day(3), tags: ['y'], bin: new Binary(Buffer.from('aa')) },
  { n: 4, s: 'date', at: day(4), tags: 'x', bin: new Binary(Buffer.from('bb')), list: [] },
  { n: 5, a: '5', oid: id, nested: [[1, 2], [3]], ok: true },
  {
    n: 6,
    a: [1, 7],
    oid: new ObjectId('65f000000000000000000002'),
    big: Long.fromString('9007199254740993'),
  },
  { n: 7, a: Number.NaN, constructor: 1, re: new BSONRegExp('^a', 'i') },
];

/** filter → the `n` of what MongoDB finds. */
const cases: [title: string, filter: object, expected: number[]][] = [
  ['equality on a number does not match a string', { a: 5 }, [1]],
  ['equality reaches into arrays', { a: 7 }, [6]],
  ['equality with a whole array', { a: [1, 7] }, [6]],
  ['an array equals only in its own order', { a: [7, 1] }, []],
  ['null matches null and missing', { a: null }, [3, 4]],
  ['null in a nested path matches missing parents', { 'sub.k': null }, [3, 4, 5, 6, 7]],
  ['$ne null', { a: { $ne: null } }, [1, 2, 5, 6, 7]],
  ['$ne on an array means no element', { tags: { $ne: 'x' } }, [2, 3, 5, 6, 7]],
  ['$gt stays within its type', { a: { $gt: 5 } }, [2, 6]],
  ['$gte and $lt', { a: { $gte: 5, $lt: 10 } }, [1, 6]],
  ['a range over an array may be met by two elements', { a: { $gt: 5, $lt: 2 } }, [6]],
  ['$lte with strings compares strings', { s: { $lte: 'apple' } }, [1, 2]],
  ['$gte null matches null and missing', { a: { $gte: null } }, [3, 4]],
  ['dates', { at: { $gt: day(1), $lte: day(3) } }, [2, 3]],
  ['$in with several types', { a: { $in: [5, '5', null] } }, [1, 3, 4, 5]],
  ['$in with a regular expression', { s: { $in: [/^a/, 'date'] } }, [1, 4]],
  ['$nin', { n: { $nin: [1, 2, 3] } }, [4, 5, 6, 7]],
  ['$exists true and false', { $and: [{ a: { $exists: true } }, { s: { $exists: false } }] }, [5, 6, 7]],
  ['$exists finds a field that holds null', { a: { $exists: true }, s: 'cherry' }, [3]],
  ['$type by alias', { a: { $type: 'string' } }, [5]],
  ['$type objectId', { oid: { $type: 'objectId' } }, [5, 6]],
  ['$type array', { a: { $type: 'array' } }, [6]],
  ['$type number', { a: { $type: 'number' } }, [1, 2, 6, 7]],
  ['$size', { tags: { $size: 2 } }, [1]],
  ['$size 0', { tags: { $size: 0 } }, [2]],
  ['$all', { tags: { $all: ['x', 'y'] } }, [1]],
  ['$elemMatch on documents', { list: { $elemMatch: { p: 1, q: 2 } } }, [2]],
  ['two conditions without $elemMatch may be met by two elements', { 'list.p': 1, 'list.q': 2 }, [1, 2]],
  ['$elemMatch on values', { a: { $elemMatch: { $gt: 5, $lt: 8 } } }, [6]],
  ['a path through an array', { 'list.p': 2 }, [1]],
  ['a path with an explicit index', { 'list.0.q': 2 }, [2]],
  ['$not', { a: { $not: { $gt: 5 } } }, [1, 3, 4, 5, 7]],
  ['$not with a regular expression', { s: { $not: /an/ } }, [1, 3, 4, 5, 6, 7]],
  ['$or', { $or: [{ n: 1 }, { 'sub.k': 2 }] }, [1, 2]],
  ['$nor', { $nor: [{ n: { $gt: 2 } }, { n: 1 }] }, [2]],
  ['a regular expression', { s: /AN/i }, [2]],
  ['$regex with $options', { s: { $regex: '^b', $options: 'i' } }, [2]],
  ['$mod', { n: { $mod: [3, 1] } }, [1, 4, 7]],
  ['an embedded document equals field by field in order', { sub: { k: 1 } }, [1]],
  ['two Binaries with other bytes differ', { bin: new Binary(Buffer.from('bb')) }, [4]],
  ['an ObjectId', { oid: id }, [5]],
  ['$gt on ObjectIds', { oid: { $gt: id } }, [6]],
  ['an int64 beyond 2^53 is exact', { big: Long.fromString('9007199254740993') }, [6]],
  ['an int64 beside it differs', { big: Long.fromString('9007199254740992') }, []],
  ['NaN equals NaN', { a: Number.NaN }, [7]],
  ['$gt MinKey matches every type', { a: { $gt: new MinKey() } }, [1, 2, 3, 4, 5, 6, 7]],
  ['a field called constructor is only there when stored', { constructor: { $exists: true } }, [7]],
  ['a field called __proto__ is not there', { ['__proto__']: { $exists: true } }, []],
  ['$expr compares two fields', { $expr: { $gt: ['$a', '$n'] } }, [1, 2, 5, 6]],
  ['$comment is ignored', { n: 1, $comment: 'why' }, [1]],
  ['booleans', { ok: true }, [5]],
];

const mistakes: [title: string, filter: object, code: number][] = [
  ['an unknown operator', { a: { $near: 1 } }, 2],
  ['an unknown top-level operator', { $foo: 1 }, 2],
  ['$in without an array', { a: { $in: 1 } }, 2],
  ['an empty $or', { $or: [] }, 2],
  ['$size of a negative number', { a: { $size: -1 } }, 2],
  ['an invalid regular expression', { a: { $regex: '(' } }, 51091],
];

describe('embedded database: queries', () => {
  const { fresh } = connectBefore();
  let collection: ReturnType<typeof fresh>;
  before(async () => {
    collection = fresh();
    await collection.insertMany(docs.map((doc) => ({ ...doc })));
  });

  for (const [title, filter, expected] of cases) {
    it(title, async () => {
      expect(await numbers(collection, filter)).to.deep.equal(expected);
    });
  }

  for (const [title, filter, code] of mistakes) {
    it(`refuses ${title} with code ${code}`, async () => {
      expect(await toFailure(collection.find(filter).toArray())).to.include({ code });
    });
  }

  it('sorts by MongoDB order of types, missing with null', async () => {
    const found = await collection
      .find({ n: { $in: [1, 2, 4, 5, 7] } })
      .sort({ a: 1 })
      .toArray();
    expect(found.map(({ n }) => n)).to.deep.equal([4, 7, 1, 2, 5]);
  });

  it('sorts an array by its least element, and by its greatest when descending', async () => {
    const up = await collection
      .find({ n: { $in: [1, 6] } })
      .sort({ a: 1 })
      .toArray();
    const down = await collection
      .find({ n: { $in: [1, 6] } })
      .sort({ a: -1 })
      .toArray();
    expect([up, down].map((list) => list.map(({ n }) => n))).to.deep.equal([
      [6, 1],
      [6, 1],
    ]);
  });

  it('skips, limits and counts', async () => {
    const found = await collection.find({}).sort({ n: -1 }).skip(2).limit(2).toArray();
    expect(found.map(({ n }) => n)).to.deep.equal([5, 4]);
    expect(await collection.countDocuments({ n: { $gt: 2 } })).to.equal(5);
    expect(await collection.countDocuments({}, { skip: 1, limit: 3 })).to.equal(3);
    expect(await collection.estimatedDocumentCount()).to.equal(7);
  });

  it('gives distinct values of arrays and nested paths', async () => {
    expect(await collection.distinct('tags')).to.have.members(['x', 'y']);
    expect(await collection.distinct('list.p', { n: 1 })).to.deep.equal([1, 2]);
  });
});

describe('embedded database: projections', () => {
  const { fresh } = connectBefore();
  const doc = { _id: 1, a: 1, b: { c: 2, d: 3 }, list: [{ p: 1, q: 1 }, { p: 2, q: 2 }, 5] };
  const projections: [title: string, projection: object, expected: object][] = [
    ['includes with _id', { a: 1 }, { _id: 1, a: 1 }],
    ['includes without _id', { a: 1, _id: 0 }, { a: 1 }],
    ['excludes', { list: 0, 'b.c': 0 }, { _id: 1, a: 1, b: { d: 3 } }],
    ['excludes only _id', { _id: 0 }, { a: 1, b: doc.b, list: doc.list }],
    ['includes only _id', { _id: 1 }, { _id: 1 }],
    ['reaches into documents', { 'b.c': 1 }, { _id: 1, b: { c: 2 } }],
    ['reaches into arrays, leaving scalars out', { 'list.p': 1 }, { _id: 1, list: [{ p: 1 }, { p: 2 }] }],
    ['leaves out what is not there', { nothing: 1 }, { _id: 1 }],
    ['slices', { a: 1, list: { $slice: 1 } }, { _id: 1, a: 1, list: [{ p: 1, q: 1 }] }],
    ['slices from the end', { a: 1, list: { $slice: -1 } }, { _id: 1, a: 1, list: [5] }],
    [
      'finds the first matching element',
      { list: { $elemMatch: { p: 2 } } },
      { _id: 1, list: [{ p: 2, q: 2 }] },
    ],
    ['computes', { total: { $add: ['$a', '$b.c'] } }, { _id: 1, total: 3 }],
  ];
  for (const [title, projection, expected] of projections) {
    it(title, async () => {
      const collection = fresh();
      await collection.insertOne({ ...doc } as never);
      expect(await collection.findOne({}, { projection })).to.deep.equal(expected);
    });
  }

  it('refuses a mixture of inclusion and exclusion', async () => {
    const collection = fresh();
    await collection.insertOne({});
    expect(await toFailure(collection.findOne({}, { projection: { a: 1, b: 0 } }))).to.include({
      code: 31254,
    });
  });
});
