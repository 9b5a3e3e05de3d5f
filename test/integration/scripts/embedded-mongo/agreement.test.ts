import { expect } from 'chai';
import mongoose from 'mongoose';
import { type Collection, connectBefore, toFailure } from './connect.ts';

const { Decimal128, Timestamp } = mongoose.mongo.BSON;
const { fresh, db } = connectBefore();

type Work = (collection: Collection) => Promise<unknown>;

const expression =
  (doc: object, value: unknown): Work =>
  async (collection) => {
    await collection.insertOne({ ...doc });
    const [result] = await collection.aggregate([{ $project: { _id: 0, x: value } }]).toArray();
    return result?.x;
  };

const find =
  (docs: object[], filter: object): Work =>
  async (collection) => {
    await collection.insertMany(docs);
    return (await collection.find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
  };

const update =
  (doc: object, change: object, options = {}): Work =>
  async (collection) => {
    await collection.insertOne({ ...doc });
    await collection.updateOne({}, change, options);
    return collection.findOne({}, { projection: { _id: 0 } });
  };

const command =
  (build: (name: string) => object): Work =>
  async (collection) => {
    await collection.insertOne({ a: 1 });
    return db().command(build(collection.collectionName) as mongoose.mongo.Document);
  };

const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) });

/** What a guess would get wrong; each row is MongoDB's documented behaviour from 6.0 on. */
const results: [title: string, work: Work, expected: unknown][] = [
  [
    '$elemMatch of values does not enter nested arrays',
    find(
      [
        { _id: 1, a: [[6]] },
        { _id: 2, a: [6] },
      ],
      { a: { $elemMatch: { $gt: 5 } } },
    ),
    [2],
  ],
  [
    '$ of a pattern matches before a final newline',
    find(
      [
        { _id: 1, a: 'ab\n' },
        { _id: 2, a: 'ab\nc' },
      ],
      { a: { $regex: 'b$' } },
    ),
    [1],
  ],
  [
    'an escaped $ and one in a class stay themselves',
    find(
      [
        { _id: 1, a: 'b$' },
        { _id: 2, a: 'b' },
      ],
      { a: { $regex: '^b[$]\\$?$' } },
    ),
    [1],
  ],
  [
    'the decimal 0.1 is not the double 0.1',
    find(
      [
        { _id: 1, a: Decimal128.fromString('0.1') },
        { _id: 2, a: Decimal128.fromString('0.5') },
      ],
      { a: { $in: [0.5] } },
    ),
    [2],
  ],
  ['a number in an expression path is a field name', expression({ a: [1, 2] }, '$a.0'), []],
  ['an expression path does not enter nested arrays', expression({ a: [[{ b: 1 }]] }, '$a.b'), []],
  [
    'an expression path maps an array of documents',
    expression({ a: [{ b: 1 }, { c: 2 }, { b: 3 }] }, '$a.b'),
    [1, 3],
  ],
  ['NaN is true', expression({}, { $cond: [Number.NaN, 1, 0] }), 1],
  [
    'an update that matches nothing makes no collection',
    async (collection) => {
      await collection.updateOne({ a: 1 }, { $set: { b: 1 } });
      return db().listCollections({ name: collection.collectionName }).toArray();
    },
    [],
  ],
  [
    'an empty Timestamp becomes the time',
    async (collection) => {
      await collection.insertOne({ at: new Timestamp({ t: 0, i: 0 }) });
      const [found] = await collection.find<{ at: InstanceType<typeof Timestamp> }>({}).toArray();
      return found !== undefined && found.at.getHighBits() > 0;
    },
    true,
  ],
  [
    'a duplicate key names the element that is there already',
    async (collection) => {
      await collection.createIndex({ hosts: 1 }, { unique: true });
      await collection.insertOne({ hosts: ['a', 'b'] });
      return (await toFailure(collection.insertOne({ hosts: ['c', 'b'] }))).keyValue;
    },
    { hosts: 'b' },
  ],
];

const failures: [title: string, work: Work, code: number | undefined][] = [
  ['$ne with a pattern', find([{ _id: 1, a: 'x' }], { a: { $ne: /x/ } }), 2],
  [
    'a sort by two arrays of one document',
    async (collection) => {
      await collection.insertMany([
        { a: [1, 2], b: [3, 4] },
        { a: 1, b: 1 },
      ]);
      return collection.find().sort({ a: 1, b: 1 }).toArray();
    },
    2,
  ],
  ['a negative limit', command((name) => ({ find: name, limit: -1 })), 51024],
  [
    '$slice with a negative limit',
    async (collection) => {
      await collection.insertOne({ a: [1, 2] });
      return collection.findOne({}, { projection: { a: { $slice: [1, -1] } } });
    },
    undefined,
  ],
  [
    '$elemMatch on a nested field of a projection',
    async (collection) => {
      await collection.insertOne({ a: { b: [1] } });
      return collection.findOne({}, { projection: { 'a.b': { $elemMatch: { $gt: 0 } } } });
    },
    31275,
  ],
  ['$push with an empty $sort', update({ a: [1] }, { $push: { a: { $each: [2], $sort: {} } } }), 2],
  [
    'an array filter that begins with a capital',
    update({ a: [1] }, { $set: { 'a.$[X]': 2 } }, { arrayFilters: [{ X: 1 }] }),
    2,
  ],
  [
    'a replacement with another _id by upsert',
    async (collection) => collection.replaceOne({ _id: 1 as never }, { _id: 2 as never }, { upsert: true }),
    66,
  ],
  ['a delete without a limit', command((name) => ({ delete: name, deletes: [{ q: {} }] })), 40414],
  ['a delete with limit 2', command((name) => ({ delete: name, deletes: [{ q: {}, limit: 2 }] })), 9],
  [
    'an upsert by a path and its parent',
    async (collection) =>
      collection.updateOne({ a: { b: 1 }, 'a.c': 1 }, { $set: { d: 1 } }, { upsert: true }),
    54,
  ],
  ['200 levels of documents', async (collection) => collection.insertOne(nested(200)), undefined],
  [
    'expireAfterSeconds on _id',
    async (collection) => collection.createIndex({ _id: 1 }, { expireAfterSeconds: 1 }),
    197,
  ],
  ['unique on _id', async (collection) => collection.createIndex({ _id: 1 }, { unique: true }), 197],
  ['no index to create', command((name) => ({ createIndexes: name, indexes: [] })), 2],
  ['an index without a name', command((name) => ({ createIndexes: name, indexes: [{ key: { a: 1 } }] })), 9],
  ['$size of a missing field', expression({}, { $size: '$nope' }), 17124],
];

describe('embedded database: agreement with MongoDB', () => {
  for (const [title, work, expected] of results) {
    it(title, async () => expect(await work(fresh())).to.deep.equal(expected));
  }

  for (const [title, work, code] of failures) {
    it(`refuses ${title}`, async () => {
      const failure = await toFailure(work(fresh()));
      if (code === undefined) expect(failure.message).to.be.a('string');
      else expect(failure.code).to.equal(code);
    });
  }

  it('leaves everything in place when a delete has no limit', async () => {
    const collection = fresh();
    await collection.insertMany([{ a: 1 }, { a: 2 }]);
    await toFailure(db().command({ delete: collection.collectionName, deletes: [{ q: {} }] }));
    expect(await collection.countDocuments()).to.equal(2);
  });
});
