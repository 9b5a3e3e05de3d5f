import { expect } from 'chai';
import mongoose from 'mongoose';
import { connectBefore, toFailure } from '../connect.ts';

const { Long } = mongoose.mongo;

interface Case {
  readonly title: string;
  readonly doc: object;
  readonly update: object;
  readonly expected: object;
  readonly filter?: object;
  readonly arrayFilters?: object[];
}

const cases: Case[] = [
  {
    title: '$set makes documents on the way',
    doc: {},
    update: { $set: { 'a.b.c': 1 } },
    expected: { a: { b: { c: 1 } } },
  },
  {
    title: '$set at an index pads with null',
    doc: { a: [1] },
    update: { $set: { 'a.3': 4 } },
    expected: { a: [1, null, null, 4] },
  },
  {
    title: '$set with a numeric name makes a document, not an array',
    doc: {},
    update: { $set: { 'a.0': 1 } },
    expected: { a: { 0: 1 } },
  },
  {
    title: '$unset removes a field and nulls an element',
    doc: { a: 1, b: [1, 2], c: 1 },
    update: { $unset: { a: '', 'b.0': '' } },
    expected: { b: [null, 2], c: 1 },
  },
  {
    title: '$inc, present and missing',
    doc: { a: 1 },
    update: { $inc: { a: 2, x: 5 } },
    expected: { a: 3, x: 5 },
  },
  { title: '$push makes an array', doc: {}, update: { $push: { a: 1 } }, expected: { a: [1] } },
  {
    title: '$push of an array pushes one element',
    doc: { a: [1] },
    update: { $push: { a: [2] } },
    expected: { a: [1, [2]] },
  },
  {
    title: '$push with $each and a negative $slice',
    doc: { a: [1, 2] },
    update: { $push: { a: { $each: [3, 4], $slice: -3 } } },
    expected: { a: [2, 3, 4] },
  },
  {
    title: '$push with $sort and $slice',
    doc: { a: [{ s: 3 }] },
    update: { $push: { a: { $each: [{ s: 1 }, { s: 2 }], $sort: { s: 1 }, $slice: 2 } } },
    expected: { a: [{ s: 1 }, { s: 2 }] },
  },
  {
    title: '$push with $position',
    doc: { a: [1, 4] },
    update: { $push: { a: { $each: [2, 3], $position: 1 } } },
    expected: { a: [1, 2, 3, 4] },
  },
  {
    title: '$addToSet',
    doc: { a: [1, { x: 1 }] },
    update: { $addToSet: { a: { $each: [1, { x: 1 }, 2, 2] } } },
    expected: { a: [1, { x: 1 }, 2] },
  },
  {
    title: '$pull by fields of a document',
    doc: {
      h: [
        { id: 1, r: 1 },
        { id: 2, r: 1 },
      ],
    },
    update: { $pull: { h: { id: 1 } } },
    expected: { h: [{ id: 2, r: 1 }] },
  },
  {
    title: '$pull by condition',
    doc: { a: [1, 5, 9] },
    update: { $pull: { a: { $gte: 5 } } },
    expected: { a: [1] },
  },
  {
    title: '$pull by value',
    doc: { a: ['x', 'y', 'x'] },
    update: { $pull: { a: 'x' } },
    expected: { a: ['y'] },
  },
  {
    title: 'the positional operator',
    doc: { l: [{ i: 1 }, { i: 2 }] },
    filter: { 'l.i': 2 },
    update: { $set: { 'l.$.x': 9 } },
    expected: { l: [{ i: 1 }, { i: 2, x: 9 }] },
  },
  {
    title: 'the positional operator after $elemMatch',
    doc: {
      l: [
        { i: 1, k: 2 },
        { i: 1, k: 3 },
      ],
    },
    filter: { l: { $elemMatch: { i: 1, k: 3 } } },
    update: { $inc: { 'l.$.k': 1 } },
    expected: {
      l: [
        { i: 1, k: 2 },
        { i: 1, k: 4 },
      ],
    },
  },
  {
    title: 'all elements',
    doc: { l: [{ i: 1 }, { i: 2 }] },
    update: { $inc: { 'l.$[].i': 10 } },
    expected: { l: [{ i: 11 }, { i: 12 }] },
  },
  {
    title: 'filtered elements',
    doc: { l: [{ i: 1 }, { i: 2 }] },
    update: { $set: { 'l.$[e].x': 1 } },
    arrayFilters: [{ 'e.i': { $gt: 1 } }],
    expected: { l: [{ i: 1 }, { i: 2, x: 1 }] },
  },
  {
    title: 'filtered scalars',
    doc: { l: [1, 5, 9] },
    update: { $set: { 'l.$[e]': 0 } },
    arrayFilters: [{ e: { $gte: 5 } }],
    expected: { l: [1, 0, 0] },
  },
  {
    title: 'new fields come in the order of their names',
    doc: { z: 1 },
    update: { $set: { c: 3, a: 1, b: 2 } },
    expected: { z: 1, a: 1, b: 2, c: 3 },
  },
  {
    title: '$setOnInsert does nothing to what is there',
    doc: { a: 1 },
    update: { $setOnInsert: { b: 1 }, $set: { c: 1 } },
    expected: { a: 1, c: 1 },
  },
];

const mistakes: [title: string, doc: object, update: object, code: number][] = [
  ['$inc of a string', { a: 'x' }, { $inc: { a: 1 } }, 14],
  ['$inc by a string', { a: 1 }, { $inc: { a: 'x' } }, 14],
  ['$inc of null', { a: null }, { $inc: { a: 1 } }, 14],
  ['$push to a scalar', { a: 1 }, { $push: { a: 1 } }, 2],
  ['$addToSet to a scalar', { a: 1 }, { $addToSet: { a: 1 } }, 2],
  ['$pull from a scalar', { a: 1 }, { $pull: { a: 1 } }, 2],
  ['$set through a scalar', { a: 1 }, { $set: { 'a.b': 1 } }, 28],
  ['$set of a name in an array', { a: [1] }, { $set: { 'a.b': 1 } }, 28],
  ['two changes of one path', { a: 1 }, { $set: { a: 1 }, $inc: { a: 1 } }, 40],
  ['a change of a path and its parent', { a: {} }, { $set: { a: 1, 'a.b': 1 } }, 40],
  ['a change of _id', { a: 1 }, { $set: { _id: 'other' } }, 66],
  ['an unknown modifier', { a: 1 }, { $frob: { a: 1 } }, 9],
  ['a modifier that is left out', { a: 1 }, { $mul: { a: 2 } }, 9],
  ['a positional operator without a match', { a: [1] }, { $set: { 'a.$': 1 } }, 2],
  ['an array filter that is not given', { a: [1] }, { $set: { 'a.$[x]': 1 } }, 2],
];

describe('embedded database: updates', () => {
  const { fresh } = connectBefore();

  for (const { title, doc, update, expected, filter = {}, arrayFilters } of cases) {
    it(title, async () => {
      const collection = fresh();
      await collection.insertOne({ _id: 1, ...doc } as never);
      const { matchedCount } = await collection.updateOne({ _id: 1, ...filter } as never, update, {
        ...(arrayFilters && { arrayFilters }),
      });
      expect(matchedCount).to.equal(1);
      const found = await collection.findOne();
      expect(found).to.deep.equal({ _id: 1, ...expected });
      expect(Object.keys(found ?? {})).to.deep.equal(['_id', ...Object.keys(expected)]);
    });
  }

  for (const [title, doc, update, code] of mistakes) {
    it(`refuses ${title} with code ${code} and changes nothing`, async () => {
      const collection = fresh();
      await collection.insertOne({ _id: 1, ...doc } as never);
      expect(await toFailure(collection.updateOne({ _id: 1 } as never, update))).to.include({ code });
      expect(await collection.findOne()).to.deep.equal({ _id: 1, ...doc });
    });
  }

  it('counts as modified only what changed', async () => {
    const collection = fresh();
    await collection.insertMany([{ a: 1 }, { a: 2 }, { a: 3 }]);
    const same = await collection.updateMany({}, { $set: { a: 2 } });
    expect([same.matchedCount, same.modifiedCount]).to.deep.equal([3, 2]);
  });

  it('changes one document unless told many', async () => {
    const collection = fresh();
    await collection.insertMany([{ a: 1 }, { a: 1 }]);
    await collection.updateOne({ a: 1 }, { $set: { b: 1 } });
    expect(await collection.countDocuments({ b: 1 })).to.equal(1);
  });

  it('updates many documents by the field it searches', async () => {
    const collection = fresh();
    await collection.createIndex({ n: 1 });
    await collection.insertMany(Array.from({ length: 500 }, (_, n) => ({ n })));
    const { modifiedCount } = await collection.updateMany({ n: { $gte: 0 } }, { $inc: { n: 1 } });
    expect(modifiedCount).to.equal(500);
    expect(await collection.distinct('n')).to.have.length(500);
  });

  it('adds to an int64 exactly', async () => {
    const collection = fresh();
    await collection.insertOne({ n: Long.fromString('9007199254740993') });
    await collection.updateOne({}, { $inc: { n: 2 } });
    expect(await collection.countDocuments({ n: Long.fromString('9007199254740995') })).to.equal(1);
  });

  it('replaces a document, keeping its _id', async () => {
    const collection = fresh();
    await collection.insertOne({ _id: 1, a: 1 } as never);
    await collection.replaceOne({ a: 1 }, { b: 2 });
    expect(await collection.findOne()).to.deep.equal({ _id: 1, b: 2 });
    expect(await toFailure(collection.replaceOne({ b: 2 }, { _id: 2, b: 3 } as never))).to.include({
      code: 66,
    });
  });
});

describe('embedded database: upserts', () => {
  const { fresh } = connectBefore();

  it('starts from the equalities of the filter', async () => {
    const collection = fresh();
    const filter = { a: 1, 'b.c': { $eq: 2 }, d: { $gt: 5 }, $and: [{ e: 3 }] };
    const { upsertedCount, upsertedId, matchedCount } = await collection.updateOne(
      filter,
      { $set: { f: 4 } },
      { upsert: true },
    );
    expect([upsertedCount, matchedCount]).to.deep.equal([1, 0]);
    expect(await collection.findOne()).to.deep.equal({ _id: upsertedId, a: 1, b: { c: 2 }, e: 3, f: 4 });
  });

  it('counts up a daily counter, made by the first call', async () => {
    const collection = fresh();
    await collection.createIndex({ store: 1, day: 1 }, { unique: true });
    const count = () =>
      collection.updateOne(
        { store: 's', day: '2026-01-01' },
        { $inc: { 'counts.sessions': 1 }, $setOnInsert: { made: true } },
        { upsert: true },
      );
    for (let i = 0; i < 3; i++) await count();
    expect(await collection.findOne({}, { projection: { _id: 0 } })).to.deep.equal({
      store: 's',
      day: '2026-01-01',
      counts: { sessions: 3 },
      made: true,
    });
  });

  it('takes the _id of the filter, also for a replacement', async () => {
    const collection = fresh();
    await collection.updateOne({ _id: 'k' } as never, { $set: { a: 1 } }, { upsert: true });
    await collection.replaceOne({ _id: 'r' } as never, { a: 2 }, { upsert: true });
    expect(await collection.find().sort({ a: 1 }).toArray()).to.deep.equal([
      { _id: 'k', a: 1 },
      { _id: 'r', a: 2 },
    ]);
  });

  it('makes one document of 50 upserts at once', async () => {
    const collection = fresh();
    await collection.createIndex({ k: 1 }, { unique: true });
    const work = Array.from({ length: 50 }, () =>
      collection.updateOne({ k: 1 }, { $inc: { n: 1 } }, { upsert: true }),
    );
    await Promise.all(work);
    expect(await collection.find({}, { projection: { _id: 0 } }).toArray()).to.deep.equal([{ k: 1, n: 50 }]);
  });
});
