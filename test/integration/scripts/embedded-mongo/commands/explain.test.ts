import { expect } from 'chai';
import type mongoose from 'mongoose';
import { type Collection, connectBefore, toFailure } from '../connect.ts';

type Plan = {
  stage: string;
  inputStage?: Plan;
  inputStages?: Plan[];
  indexName?: string;
  direction?: string;
};

/** The stages of a plan from the top; an index scan with its index. */
function buildStages({ stage, indexName, direction, inputStage, inputStages = [] }: Plan): string[] {
  const own = indexName ? `${stage} ${indexName}${direction === 'backward' ? ' backward' : ''}` : stage;
  return [own, ...(inputStage ? buildStages(inputStage) : []), ...inputStages.flatMap(buildStages)];
}

type Explained = (name: string) => mongoose.mongo.Document;

const rows: [title: string, command: Explained, stages: string[]][] = [
  ['a search without an index', (find) => ({ find, filter: { c: 1 } }), ['COLLSCAN']],
  ['a search by id', (find) => ({ find, filter: { _id: 1 } }), ['IDHACK']],
  [
    'a search by ids and more',
    (find) => ({ find, filter: { _id: { $in: [1, 2] }, c: 1 } }),
    ['FETCH', 'IXSCAN _id_'],
  ],
  ['a range', (find) => ({ find, filter: { a: { $gt: 1 } } }), ['FETCH', 'IXSCAN a_1_b_-1']],
  [
    'a sort in the order of an index',
    (find) => ({ find, filter: { a: 1 }, sort: { b: 1 }, limit: 2 }),
    ['FETCH', 'IXSCAN a_1_b_-1 backward'],
  ],
  [
    'a sort in another order',
    (find) => ({ find, filter: { a: 1 }, sort: { c: 1 } }),
    ['SORT', 'FETCH', 'IXSCAN a_1_b_-1'],
  ],
  [
    'a limited sort in the order of an index behind several values',
    (find) => ({ find, filter: { a: { $in: [1, 3] } }, sort: { b: -1 }, limit: 2 }),
    ['FETCH', 'SORT_MERGE', 'IXSCAN a_1_b_-1', 'IXSCAN a_1_b_-1'],
  ],
  ['a count', (count) => ({ count, query: { a: 1 } }), ['COUNT', 'FETCH', 'IXSCAN a_1_b_-1']],
  ['a distinct', (distinct) => ({ distinct, key: 'c', query: { b: 1 } }), ['COLLSCAN']],
  [
    'an update',
    (update) => ({ update, updates: [{ q: { a: 1 }, u: { $set: { c: 1 } } }] }),
    ['UPDATE', 'FETCH', 'IXSCAN a_1_b_-1'],
  ],
  ['a delete', (name) => ({ delete: name, deletes: [{ q: { c: 1 }, limit: 0 }] }), ['DELETE', 'COLLSCAN']],
  [
    'a findAndModify',
    (findAndModify) => ({ findAndModify, query: { a: 1 }, update: { $set: { c: 1 } } }),
    ['UPDATE', 'FETCH', 'IXSCAN a_1_b_-1'],
  ],
  [
    'a pipeline',
    (aggregate) => ({ aggregate, pipeline: [{ $match: { a: 1 } }], cursor: {} }),
    ['FETCH', 'IXSCAN a_1_b_-1'],
  ],
];

describe('embedded database: explain', () => {
  const { db, fresh } = connectBefore();
  let collection: Collection;
  before(async function () {
    // The stages of a real server depend on its version.
    if (process.env.MONGODB_URI) return this.skip();
    collection = fresh();
    await collection.createIndex({ a: 1, b: -1 });
    await collection.insertMany([1, 2, 3].map((n) => ({ a: n, b: n, c: n })));
  });
  const explain = (command: mongoose.mongo.Document) =>
    db().command({ explain: command, verbosity: 'queryPlanner' });

  for (const [title, command, stages] of rows) {
    it(`shows the plan of ${title}: ${stages.join(', ')}`, async () => {
      const { queryPlanner } = await explain(command(collection.collectionName));
      expect(buildStages(queryPlanner.winningPlan)).to.deep.equal(stages);
    });
  }

  it('changes nothing', async () => {
    await explain({ delete: collection.collectionName, deletes: [{ q: {}, limit: 0 }] });
    expect(await collection.countDocuments({})).to.equal(3);
  });

  it('shows the search of a pipeline and its further stages', async () => {
    const pipeline = [{ $match: { a: 1 } }, { $group: { _id: '$b' } }];
    const { stages } = await explain({ aggregate: collection.collectionName, pipeline, cursor: {} });
    expect(buildStages(stages[0].$cursor.queryPlanner.winningPlan)).to.deep.equal([
      'FETCH',
      'IXSCAN a_1_b_-1',
    ]);
    expect(stages[1]).to.deep.equal({ $group: { _id: '$b' } });
  });

  it('finds the end at once in a collection that does not exist', async () => {
    const { queryPlanner } = await explain({ find: 'none', filter: { a: 1 } });
    expect(queryPlanner.winningPlan).to.deep.equal({ stage: 'EOF' });
  });

  it('refuses a command that has no plan, and options that the command refuses', async () => {
    expect((await toFailure(explain({ ping: 1 }))).code).to.equal(59);
    expect((await toFailure(explain({ find: collection.collectionName, wrong: 1 }))).code).to.equal(40415);
  });
});
