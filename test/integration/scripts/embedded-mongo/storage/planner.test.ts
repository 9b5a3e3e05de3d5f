import { expect } from 'chai';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { connectBefore } from '../connect.ts';

const value = fc.oneof(
  fc.integer({ min: 0, max: 6 }),
  fc.constantFrom<unknown>(null, 'a', 'b', '', true, new Date(0), new Date(5), 2.5, Number.NaN),
  fc.constantFrom<unknown>(
    [],
    [1, 3],
    ['a', 4],
    { k: 1 },
    new mongoose.mongo.ObjectId('65f000000000000000000001'),
  ),
);
const scalar = value.filter((item) => !Array.isArray(item));
const doc = fc.record({ a: value, b: scalar, c: fc.record({ d: scalar }) }, { requiredKeys: [] });
const condition = fc.oneof(
  value,
  fc.record({ $in: fc.array(scalar, { minLength: 1, maxLength: 4 }) }),
  fc
    .record({ $gt: scalar, $lte: scalar }, { requiredKeys: [] })
    .filter((range) => Object.keys(range).length > 0),
  fc.record({ $gte: fc.integer({ min: 0, max: 6 }), $lt: fc.integer({ min: 0, max: 6 }) }),
  fc.record({ $ne: scalar }),
  fc.record({ $exists: fc.boolean() }),
);
const filter = fc.record({ a: condition, b: condition, 'c.d': condition }, { requiredKeys: [] });
const direction = fc.constantFrom(1 as const, -1 as const);
const sort = fc.record({ b: direction, 'c.d': direction }, { requiredKeys: [] });

const indexes = [
  { key: { a: 1 } },
  { key: { b: 1, 'c.d': -1 } },
  { key: { b: -1, a: 1 } },
  { key: { 'c.d': 1 }, sparse: true },
  { key: { b: 1, a: 1 }, name: 'partial', partialFilterExpression: { b: { $gte: 3 } } },
] as const;

describe('embedded database: queries served from an index', () => {
  const { fresh } = connectBefore();

  it('find what a scan of the whole collection finds, in the same order', async () => {
    const property = fc.asyncProperty(
      fc.array(doc, { minLength: 1, maxLength: 25 }),
      fc.array(fc.tuple(filter, sort), { minLength: 5, maxLength: 5 }),
      async (docs, queries) => {
        const collection = fresh();
        await collection.createIndexes(indexes.map((index) => ({ ...index })));
        await collection.insertMany(docs.map((fields, n) => ({ _id: n, ...fields })) as never[]);
        for (const [where, order] of queries) {
          const planned = await collection.find(where, { sort: { ...order, _id: 1 } }).toArray();
          const scanned = await collection
            .find(where, { sort: { ...order, _id: 1 }, hint: { $natural: 1 } })
            .toArray();
          expect(planned).to.deep.equal(scanned);
          const limited = await collection.find(where, { sort: order, limit: 3 }).toArray();
          expect(limited).to.have.length(Math.min(3, scanned.length));
          const toOrder = (found: mongoose.mongo.Document) =>
            Object.keys(order).map((path) => (path === 'b' ? found.b : found.c?.d) ?? null);
          expect(limited.map(toOrder)).to.deep.equal(scanned.slice(0, 3).map(toOrder));
        }
        await collection.drop();
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });
});
