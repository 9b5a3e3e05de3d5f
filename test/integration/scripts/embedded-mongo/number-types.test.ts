import { expect } from 'chai';
import mongoose from 'mongoose';
import { connectBefore } from './connect.ts';

const { Double, Int32, Long } = mongoose.mongo.BSON;
const { fresh, db, client } = connectBefore();

/** The BSON classes of the numbers of a stored document, which the driver usually hides. */
async function getTypes(name: string): Promise<Record<string, string>> {
  const raw = client().db(db().databaseName, { promoteValues: false, promoteLongs: false }).collection(name);
  const { _id, ...fields } = (await raw.findOne()) as Record<string, { _bsontype: string }>;
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value._bsontype]));
}

const rows: [title: string, doc: object, update: object, types: Record<string, string>][] = [
  [
    'an int64 stays one when another field changes',
    { n: Long.fromNumber(5), m: 1 },
    { $inc: { m: 1 } },
    { n: 'Long', m: 'Int32' },
  ],
  [
    'a double 5.0 stays one when another field changes',
    { n: new Double(5), m: 1 },
    { $inc: { m: 1 } },
    { n: 'Double', m: 'Int32' },
  ],
  [
    '$inc of a double by an int gives a double',
    { n: new Double(5) },
    { $inc: { n: new Int32(1) } },
    { n: 'Double' },
  ],
  ['$inc of an int64 by an int gives an int64', { n: Long.fromNumber(5) }, { $inc: { n: 1 } }, { n: 'Long' }],
  ['$inc over 2^31 gives an int64', { n: 2_147_483_647 }, { $inc: { n: 1 } }, { n: 'Long' }],
  ['$inc of an int by an int gives an int', { n: 1 }, { $inc: { n: 1 } }, { n: 'Int32' }],
  ['$inc of an int by a double gives a double', { n: 3 }, { $inc: { n: new Double(2) } }, { n: 'Double' }],
  ['$set keeps an int64', { m: 1 }, { $set: { n: Long.fromNumber(7) } }, { m: 'Int32', n: 'Long' }],
  [
    'a number in an embedded document keeps its type',
    { n: 1, deep: 2 },
    { $set: { n: new Double(9) } },
    { n: 'Double', deep: 'Int32' },
  ],
];

describe('embedded database: types of numbers', () => {
  for (const [title, doc, update, types] of rows) {
    it(title, async () => {
      const collection = fresh();
      await collection.insertOne(doc);
      await collection.updateOne({}, update);
      expect(await getTypes(collection.collectionName)).to.deep.equal(types);
    });
  }

  it('finds and sorts numbers of every type together, and tells them apart by $type', async () => {
    const collection = fresh();
    await collection.insertMany([
      { _id: 1 as never, n: new Double(5) },
      { _id: 2 as never, n: Long.fromNumber(5) },
      { _id: 3 as never, n: 5 },
      { _id: 4 as never, n: 4.5 },
    ]);
    const ids = async (filter: object) =>
      (await collection.find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => _id as unknown as number);
    expect(await ids({ n: 5 })).to.deep.equal([1, 2, 3]);
    expect(await ids({ n: Long.fromNumber(5) })).to.deep.equal([1, 2, 3]);
    expect(await ids({ n: { $gt: 4.5 } })).to.deep.equal([1, 2, 3]);
    expect(await ids({ n: { $type: 'double' } })).to.deep.equal([1, 4]);
    expect(await ids({ n: { $type: 'long' } })).to.deep.equal([2]);
    const [sum] = await collection.aggregate([{ $group: { _id: null, n: { $sum: '$n' } } }]).toArray();
    expect(sum?.n).to.equal(19.5);
    const doubled = await collection
      .aggregate([{ $sort: { _id: 1 } }, { $project: { _id: 0, n: { $multiply: ['$n', 2] } } }])
      .toArray();
    expect(doubled.map(({ n }) => n)).to.deep.equal([10, 10, 10, 9]);
  });

  it('counts another type of the same value as a modification', async () => {
    const collection = fresh();
    await collection.insertOne({ n: 1 });
    expect((await collection.updateOne({}, { $set: { n: new Double(1) } })).modifiedCount).to.equal(1);
    expect((await collection.updateOne({}, { $set: { n: new Double(1) } })).modifiedCount).to.equal(0);
  });

  it('keeps types through a projection', async () => {
    const collection = fresh();
    await collection.insertOne({ n: Long.fromNumber(5), other: 1 });
    const raw = client()
      .db(db().databaseName, { promoteValues: false, promoteLongs: false })
      .collection(collection.collectionName);
    const [found] = await raw.find({}, { projection: { n: 1, _id: 0 } }).toArray();
    expect(found?.n).to.be.instanceOf(Long);
  });
});
