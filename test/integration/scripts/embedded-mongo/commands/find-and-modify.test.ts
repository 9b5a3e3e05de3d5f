import { expect } from 'chai';
import { connectBefore, toFailure } from '../connect.ts';

describe('embedded database: findAndModify', () => {
  const { fresh } = connectBefore();

  it('gives the document before or after the change', async () => {
    const collection = fresh();
    await collection.insertOne({ _id: 1, n: 1 } as never);
    const change = { $inc: { n: 1 } };
    expect(await collection.findOneAndUpdate({}, change)).to.deep.equal({ _id: 1, n: 1 });
    expect(await collection.findOneAndUpdate({}, change, { returnDocument: 'after' })).to.deep.equal({
      _id: 1,
      n: 3,
    });
  });

  it('gives null when nothing matches', async () => {
    const collection = fresh();
    expect(await collection.findOneAndUpdate({ a: 1 }, { $set: { b: 1 } })).to.equal(null);
    expect(await collection.findOneAndDelete({ a: 1 })).to.equal(null);
  });

  it('takes the first in order and projects it', async () => {
    const collection = fresh();
    await collection.insertMany([
      { _id: 1, p: 5 },
      { _id: 2, p: 9 },
      { _id: 3, p: 7 },
    ] as never[]);
    const taken = await collection.findOneAndUpdate(
      { taken: null },
      { $set: { taken: true } },
      { sort: { p: -1 }, projection: { p: 1 } },
    );
    expect(taken).to.deep.equal({ _id: 2, p: 9 });
    expect(await collection.findOneAndDelete({}, { sort: { p: 1 } })).to.deep.equal({ _id: 1, p: 5 });
  });

  it('replaces and upserts', async () => {
    const collection = fresh();
    expect(await collection.findOneAndUpdate({ k: 1 }, { $set: { a: 1 } }, { upsert: true })).to.equal(null);
    const made = await collection.findOneAndUpdate(
      { k: 2 },
      { $set: { a: 2 } },
      { upsert: true, returnDocument: 'after', projection: { _id: 0 } },
    );
    expect(made).to.deep.equal({ k: 2, a: 2 });
    const raw = await collection.findOneAndReplace(
      { k: 1 },
      { k: 3 },
      { returnDocument: 'after', includeResultMetadata: true, projection: { _id: 0 } },
    );
    expect([raw.lastErrorObject?.updatedExisting, raw.value]).to.deep.equal([true, { k: 3 }]);
  });

  it('reports a duplicate key with its pattern and value', async () => {
    const collection = fresh();
    await collection.createIndex({ a: 1 }, { unique: true });
    await collection.insertMany([{ a: 1 }, { a: 2 }]);
    const failure = await toFailure(collection.findOneAndUpdate({ a: 1 }, { $set: { a: 2 } }));
    expect(failure).to.deep.include({ code: 11000, keyPattern: { a: 1 }, keyValue: { a: 2 } });
  });

  it('lets exactly 700 of 1,000 parallel decrements take from 700', async () => {
    const collection = fresh();
    await collection.insertOne({ _id: 'account', available: 700 } as never);
    const take = () =>
      collection.findOneAndUpdate(
        { _id: 'account', available: { $gte: 1 } } as never,
        { $inc: { available: -1 } },
        { returnDocument: 'after' },
      );
    const results = (await Promise.all(Array.from({ length: 1000 }, take))).filter((doc) => doc !== null);
    expect(results).to.have.length(700);
    expect(new Set(results.map((doc) => doc.available)).size).to.equal(700);
    expect(await collection.findOne()).to.deep.equal({ _id: 'account', available: 0 });
  });

  it('opens and settles a hold once, however often it is replayed', async () => {
    const collection = fresh();
    await collection.insertOne({ _id: 'a', available: 2, held: 0, spent: 0, holds: [] } as never);
    const filter = (rest: object) => ({ _id: 'a', ...rest }) as never;
    await collection.updateOne(filter({ available: { $gte: 1 } }), {
      $inc: { available: -1, held: 1 },
      $push: { holds: { holdId: 'h1', at: new Date(0) } } as never,
    });
    const settle = () =>
      collection.updateOne(filter({ 'holds.holdId': 'h1' }), {
        $pull: { holds: { holdId: 'h1' } } as never,
        $inc: { held: -1, spent: 1 },
      });
    const counts = await Promise.all([settle(), settle(), settle()]);
    expect(counts.map(({ modifiedCount }) => modifiedCount).sort()).to.deep.equal([0, 0, 1]);
    expect(await collection.findOne()).to.deep.equal({
      _id: 'a',
      available: 1,
      held: 0,
      spent: 1,
      holds: [],
    });
  });
});
