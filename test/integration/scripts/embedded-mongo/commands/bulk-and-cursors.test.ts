import { expect } from 'chai';
import mongoose from 'mongoose';
import { connectBefore, numbers, toFailure } from '../connect.ts';

describe('embedded database: bulk writes', () => {
  const { fresh } = connectBefore();
  const bad = [
    { _id: 1, n: 1 },
    { _id: 1, n: 2 },
    { _id: 2, n: 3 },
  ] as never[];

  it('stops at the first error when ordered', async () => {
    const collection = fresh();
    expect(await toFailure(collection.insertMany(bad))).to.include({ code: 11000 });
    expect(await numbers(collection, {})).to.deep.equal([1]);
  });

  it('continues after errors when unordered and names which failed', async () => {
    const collection = fresh();
    const failure = (await toFailure(
      collection.insertMany(bad, { ordered: false }),
    )) as mongoose.mongo.MongoBulkWriteError;
    expect(await numbers(collection, {})).to.deep.equal([1, 3]);
    expect([failure.writeErrors].flat().map(({ index, code }) => [index, code])).to.deep.equal([[1, 11000]]);
  });

  it('mixes inserts, updates, upserts and deletes', async () => {
    const collection = fresh();
    const result = await collection.bulkWrite([
      { insertOne: { document: { n: 1 } } },
      { insertOne: { document: { n: 2 } } },
      { updateOne: { filter: { n: 1 }, update: { $set: { x: 1 } } } },
      { updateMany: { filter: {}, update: { $inc: { y: 1 } } } },
      { updateOne: { filter: { n: 9 }, update: { $set: { z: 1 } }, upsert: true } },
      { deleteOne: { filter: { n: 2 } } },
    ]);
    expect([
      result.insertedCount,
      result.modifiedCount,
      result.upsertedCount,
      result.deletedCount,
    ]).to.deep.equal([2, 3, 1, 1]);
    expect(await numbers(collection, {})).to.deep.equal([1, 9]);
  });

  it('deletes one or many', async () => {
    const collection = fresh();
    await collection.insertMany(Array.from({ length: 300 }, (_, n) => ({ n })));
    expect((await collection.deleteOne({ n: { $lt: 10 } })).deletedCount).to.equal(1);
    expect((await collection.deleteMany({ n: { $gte: 100 } })).deletedCount).to.equal(200);
    expect(await collection.countDocuments()).to.equal(99);
  });

  it('puts _id first and makes one where it is missing', async () => {
    const collection = fresh();
    await collection.insertOne({ a: 1, _id: 'x' } as never);
    expect(Object.keys((await collection.findOne()) ?? {})).to.deep.equal(['_id', 'a']);
  });

  it('keeps binary data, dates and nested arrays byte for byte', async () => {
    const collection = fresh();
    const doc = {
      _id: 1,
      bin: new mongoose.mongo.Binary(Buffer.from([0, 255, 128]), 4),
      at: new Date(-1),
      list: [[1], [{}]],
      none: null,
      text: 'ü\u0000😀',
    };
    await collection.insertOne(doc as never);
    await collection.updateOne({}, { $set: { touched: true } });
    const found = await collection.findOne();
    expect(mongoose.mongo.BSON.serialize(found as object)).to.deep.equal(
      mongoose.mongo.BSON.serialize({ ...doc, touched: true }),
    );
  });

  it('refuses a document over 16 MB, also one that grew there', async () => {
    const collection = fresh();
    const part = 'x'.repeat(9 * 2 ** 20);
    await collection.insertOne({ _id: 1, a: part } as never);
    await toFailure(collection.updateOne({}, { $set: { b: part } }));
    expect(Object.keys((await collection.findOne()) ?? {})).to.deep.equal(['_id', 'a']);
  });
});

describe('embedded database: cursors', () => {
  const { fresh, db } = connectBefore();
  const docs = Array.from({ length: 1000 }, (_, n) => ({ n }));

  it('gives 1,000 documents in batches of any size', async () => {
    const collection = fresh();
    await collection.insertMany(docs.map((doc) => ({ ...doc })));
    for (const batchSize of [1, 99, 101, 1000, 5000]) {
      const found = await collection.find({}, { batchSize }).sort({ n: 1 }).toArray();
      expect(found.map(({ n }) => n)).to.deep.equal(docs.map(({ n }) => n));
    }
  });

  it('continues correctly while documents come and go', async () => {
    const collection = fresh();
    await collection.createIndex({ n: 1 });
    await collection.insertMany(docs.map((doc) => ({ ...doc })));
    const seen: number[] = [];
    for await (const { n } of collection.find({ n: { $gte: 0 } }, { batchSize: 50 })) {
      seen.push(n as number);
      if (seen.length % 50 === 0) {
        await collection.deleteOne({ n: (n as number) - 1 });
        await collection.insertOne({ n: -1 });
      }
    }
    expect(seen).to.deep.equal(docs.map(({ n }) => n));
  });

  it('splits batches at 16 MB', async () => {
    const collection = fresh();
    const text = 'x'.repeat(3 * 2 ** 20);
    for (let n = 0; n < 8; n++) await collection.insertOne({ n, text });
    const reply = await db().command({ find: collection.collectionName, batchSize: 100 });
    expect(reply.cursor.firstBatch).to.have.length(5);
    expect(await numbers(collection, {})).to.have.length(8);
  });

  it('forgets a closed cursor and says so', async () => {
    const collection = fresh();
    await collection.insertMany(docs.map((doc) => ({ ...doc })));
    const { cursor } = await db().command({ find: collection.collectionName, batchSize: 2 });
    const id = mongoose.mongo.Long.fromValue(cursor.id);
    const killed = await db().command({ killCursors: collection.collectionName, cursors: [id] });
    expect(killed.cursorsKilled).to.have.length(1);
    expect(await toFailure(db().command({ getMore: id, collection: collection.collectionName }))).to.include({
      code: 43,
    });
  });

  it('gives an empty first batch when asked for one', async () => {
    const collection = fresh();
    await collection.insertOne({ n: 1 });
    const { cursor } = await db().command({ find: collection.collectionName, batchSize: 0 });
    expect(cursor.firstBatch).to.deep.equal([]);
    expect(cursor.id.toString()).not.to.equal('0');
  });
});
