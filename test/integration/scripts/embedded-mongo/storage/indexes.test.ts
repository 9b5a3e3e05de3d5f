import { expect } from 'chai';
import { connectBefore, numbers, toFailure } from '../connect.ts';

describe('embedded database: indexes', () => {
  const { fresh, db } = connectBefore();

  it('creates the same index twice without complaint and lists it', async () => {
    const collection = fresh();
    await collection.createIndex({ a: 1, b: -1 }, { unique: true });
    await collection.createIndex({ a: 1, b: -1 }, { unique: true });
    const found = await collection.indexes();
    expect(found.map(({ name, key, unique }) => [name, key, unique])).to.deep.equal([
      ['_id_', { _id: 1 }, undefined],
      ['a_1_b_-1', { a: 1, b: -1 }, true],
    ]);
  });

  it('refuses another index of the same name (86) and the same index under another name (85)', async () => {
    const collection = fresh();
    await collection.createIndex({ a: 1 }, { name: 'first' });
    expect(await toFailure(collection.createIndex({ b: 1 }, { name: 'first' }))).to.include({ code: 86 });
    expect(await toFailure(collection.createIndex({ a: 1 }, { name: 'second' }))).to.include({ code: 85 });
  });

  it('drops indexes', async () => {
    const collection = fresh();
    await collection.createIndexes([{ key: { a: 1 } }, { key: { b: 1 } }, { key: { c: 1 } }]);
    await collection.dropIndex('a_1');
    expect(await toFailure(collection.dropIndex('a_1'))).to.include({ code: 27 });
    await collection.dropIndexes();
    expect(await collection.indexes()).to.have.length(1);
  });

  it('keeps a unique compound index unique on insert and update', async () => {
    const collection = fresh();
    await collection.createIndex({ account: 1, idemKey: 1 }, { unique: true });
    await collection.insertMany([
      { account: 1, idemKey: 'k' },
      { account: 1, idemKey: 'l' },
      { account: 2, idemKey: 'k' },
    ]);
    const twice = await toFailure(collection.insertOne({ account: 1, idemKey: 'k' }));
    expect(twice).to.deep.include({
      code: 11000,
      keyPattern: { account: 1, idemKey: 1 },
      keyValue: { account: 1, idemKey: 'k' },
    });
    expect(twice.message).to.match(
      /^E11000 duplicate key error collection: \S+ index: account_1_idemKey_1 dup key: \{ account: 1, idemKey: "k" \}$/,
    );
    expect(await toFailure(collection.updateOne({ idemKey: 'l' }, { $set: { idemKey: 'k' } }))).to.include({
      code: 11000,
    });
    expect(await collection.countDocuments()).to.equal(3);
  });

  it('takes missing for null in a unique index', async () => {
    const collection = fresh();
    await collection.createIndex({ a: 1 }, { unique: true });
    await collection.insertOne({});
    expect(await toFailure(collection.insertOne({ a: null }))).to.include({ code: 11000 });
  });

  it('leaves out of a sparse unique index what has no such field', async () => {
    const collection = fresh();
    await collection.createIndex({ a: 1 }, { unique: true, sparse: true });
    await collection.insertMany([{ n: 1 }, { n: 2 }, { n: 3, a: 1 }]);
    expect(await toFailure(collection.insertOne({ a: 1 }))).to.include({ code: 11000 });
    expect(await numbers(collection, { a: null })).to.deep.equal([1, 2]);
  });

  it('checks a partial unique index only where its filter holds', async () => {
    const collection = fresh();
    await collection.createIndex({ user: 1 }, { unique: true, partialFilterExpression: { state: 'open' } });
    await collection.insertMany([
      { n: 1, user: 1, state: 'closed' },
      { n: 2, user: 1, state: 'closed' },
      { n: 3, user: 1, state: 'open' },
    ]);
    expect(await toFailure(collection.insertOne({ user: 1, state: 'open' }))).to.include({ code: 11000 });
    expect(await toFailure(collection.updateOne({ n: 1 }, { $set: { state: 'open' } }))).to.include({
      code: 11000,
    });
    await collection.updateOne({ n: 3 }, { $set: { state: 'closed' } });
    await collection.updateOne({ n: 1 }, { $set: { state: 'open' } });
    expect(await numbers(collection, { user: 1 })).to.deep.equal([1, 2, 3]);
    expect(await numbers(collection, { user: 1, state: 'open' })).to.deep.equal([1]);
  });

  it('keeps elements of arrays unique between documents, not within one', async () => {
    const collection = fresh();
    await collection.createIndex({ hosts: 1 }, { unique: true });
    await collection.insertOne({ n: 1, hosts: ['a', 'b', 'a'] });
    expect(await toFailure(collection.insertOne({ hosts: ['c', 'b'] }))).to.include({ code: 11000 });
    await collection.updateOne({ n: 1 }, { $pull: { hosts: 'b' } as never });
    await collection.insertOne({ n: 2, hosts: ['b'] });
    expect(await numbers(collection, { hosts: 'b' })).to.deep.equal([2]);
  });

  it('refuses two arrays in one compound index', async () => {
    const collection = fresh();
    await collection.createIndex({ a: 1, b: 1 });
    expect(await toFailure(collection.insertOne({ a: [1], b: [2] }))).to.include({ code: 171 });
  });

  it('does not build a unique index over duplicates', async () => {
    const collection = fresh();
    await collection.insertMany([{ a: 1 }, { a: 1 }]);
    expect(await toFailure(collection.createIndex({ a: 1 }, { unique: true }))).to.include({ code: 11000 });
    expect(await collection.indexes()).to.have.length(1);
  });

  it('frees a key when its document goes', async () => {
    const collection = fresh();
    await collection.createIndex({ a: 1 }, { unique: true });
    await collection.insertOne({ a: 1 });
    await collection.deleteOne({ a: 1 });
    await collection.insertOne({ a: 1 });
    expect(await collection.countDocuments({ a: 1 })).to.equal(1);
  });

  it('takes a hint that exists and refuses one that does not', async () => {
    const collection = fresh();
    await collection.createIndex({ a: 1 });
    await collection.insertOne({ n: 1, a: 1 });
    expect(await collection.find({ a: 1 }, { hint: { a: 1 } }).toArray()).to.have.length(1);
    expect(await toFailure(collection.find({}, { hint: 'nope' }).toArray())).to.include({ code: 2 });
  });

  it('lists, creates and drops collections', async () => {
    const name = fresh().collectionName;
    await db().createCollection(name);
    // Before 7.0 the second one fails with NamespaceExists, since then it succeeds (SERVER-60064).
    const again = await db()
      .createCollection(name)
      .then(
        () => 'created',
        (error: { code: number }) => error.code,
      );
    expect(again).to.be.oneOf(['created', 48]);
    expect(await db().listCollections({ name }).toArray()).to.have.length(1);
    await db().dropCollection(name);
    expect(await db().listCollections({ name }, { nameOnly: true }).toArray()).to.deep.equal([]);
  });
});
