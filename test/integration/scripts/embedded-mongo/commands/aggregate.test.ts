import { expect } from 'chai';
import mongoose from 'mongoose';
import { connectBefore, failureOf } from '../connect.ts';

const { Binary, ObjectId } = mongoose.mongo;
const one = new ObjectId('65f000000000000000000001');
const day = (n: number): Date => new Date(Date.UTC(2026, 0, n, 12));

const orders: Record<string, unknown>[] = [
  {
    _id: 1,
    store: 'a',
    user: one,
    total: 10,
    at: day(1),
    items: [
      { sku: 'x', n: 1 },
      { sku: 'y', n: 2 },
    ],
  },
  { _id: 2, store: 'a', total: 20, at: day(2), items: [{ sku: 'x', n: 3 }] },
  { _id: 3, store: 'b', user: one, total: 5, at: day(2), items: [] },
  { _id: 4, store: 'b', total: null, at: day(3), bin: new Binary(Buffer.from('k')) },
];

const cases: [title: string, pipeline: object[], expected: object[]][] = [
  [
    '$match and $sort',
    [{ $match: { total: { $gte: 10 } } }, { $sort: { total: -1 } }, { $project: { total: 1 } }],
    [
      { _id: 2, total: 20 },
      { _id: 1, total: 10 },
    ],
  ],
  [
    '$group sums, counts and averages',
    [
      {
        $group: {
          _id: '$store',
          sum: { $sum: '$total' },
          n: { $sum: 1 },
          avg: { $avg: '$total' },
          c: { $count: {} },
        },
      },
      { $sort: { _id: 1 } },
    ],
    [
      { _id: 'a', sum: 30, n: 2, avg: 15, c: 2 },
      { _id: 'b', sum: 5, n: 2, avg: 5, c: 2 },
    ],
  ],
  [
    '$group by nothing',
    [{ $group: { _id: null, max: { $max: '$at' }, min: { $min: '$total' } } }],
    [{ _id: null, max: day(3), min: 5 }],
  ],
  [
    '$group by an ObjectId',
    [{ $group: { _id: '$user', n: { $sum: 1 } } }, { $sort: { n: 1, _id: 1 } }],
    [
      { _id: null, n: 2 },
      { _id: one, n: 2 },
    ],
  ],
  [
    '$group by several fields',
    [
      {
        $group: {
          _id: { s: '$store', d: { $dateToString: { date: '$at', format: '%Y-%m-%d' } } },
          n: { $sum: 1 },
        },
      },
      { $match: { '_id.d': '2026-01-02' } },
      { $sort: { _id: 1 } },
    ],
    [
      { _id: { s: 'a', d: '2026-01-02' }, n: 1 },
      { _id: { s: 'b', d: '2026-01-02' }, n: 1 },
    ],
  ],
  [
    '$group collects',
    [
      { $sort: { _id: 1 } },
      {
        $group: {
          _id: '$store',
          first: { $first: '$_id' },
          last: { $last: '$_id' },
          all: { $push: '$total' },
        },
      },
      { $sort: { _id: 1 } },
    ],
    [
      { _id: 'a', first: 1, last: 2, all: [10, 20] },
      { _id: 'b', first: 3, last: 4, all: [5, null] },
    ],
  ],
  [
    '$group counts conditionally',
    [{ $group: { _id: null, big: { $sum: { $cond: [{ $gte: ['$total', 10] }, 1, 0] } } } }],
    [{ _id: null, big: 2 }],
  ],
  [
    '$unwind',
    [
      { $unwind: '$items' },
      { $group: { _id: '$items.sku', n: { $sum: '$items.n' } } },
      { $sort: { _id: 1 } },
    ],
    [
      { _id: 'x', n: 4 },
      { _id: 'y', n: 2 },
    ],
  ],
  [
    '$unwind keeps empty arrays when told',
    [
      { $unwind: { path: '$items', preserveNullAndEmptyArrays: true, includeArrayIndex: 'i' } },
      { $match: { _id: { $gte: 3 } } },
      { $project: { items: 1, i: 1 } },
    ],
    [
      { _id: 3, i: null },
      { _id: 4, i: null },
    ],
  ],
  [
    '$limit and $skip',
    [{ $sort: { _id: 1 } }, { $skip: 1 }, { $limit: 2 }, { $project: { _id: 1 } }],
    [{ _id: 2 }, { _id: 3 }],
  ],
  ['$count', [{ $match: { store: 'a' } }, { $count: 'n' }], [{ n: 2 }]],
  ['$count of nothing gives nothing', [{ $match: { store: 'z' } }, { $count: 'n' }], []],
  [
    '$sortByCount',
    [{ $match: { _id: { $ne: 4 } } }, { $sortByCount: '$store' }],
    [
      { _id: 'a', count: 2 },
      { _id: 'b', count: 1 },
    ],
  ],
  [
    '$addFields into a document and an array',
    [
      { $match: { _id: 1 } },
      { $addFields: { 'items.seen': true, 'x.y': { $add: ['$total', 1] } } },
      { $project: { items: 1, x: 1 } },
    ],
    [
      {
        _id: 1,
        items: [
          { sku: 'x', n: 1, seen: true },
          { sku: 'y', n: 2, seen: true },
        ],
        x: { y: 11 },
      },
    ],
  ],
  [
    '$unset and $replaceRoot',
    [{ $match: { _id: 1 } }, { $replaceRoot: { newRoot: { $arrayElemAt: ['$items', 0] } } }, { $unset: 'n' }],
    [{ sku: 'x' }],
  ],
  [
    '$facet',
    [
      {
        $facet: {
          n: [{ $count: 'n' }],
          top: [{ $sort: { total: -1 } }, { $limit: 1 }, { $project: { _id: 1 } }],
        },
      },
    ],
    [{ n: [{ n: 4 }], top: [{ _id: 2 }] }],
  ],
  [
    '$eq on ObjectIds in an expression',
    [{ $project: { same: { $eq: ['$user', one] } } }, { $sort: { _id: 1 } }, { $limit: 2 }],
    [
      { _id: 1, same: true },
      { _id: 2, same: false },
    ],
  ],
  [
    '$eq on Binaries in an expression',
    [{ $match: { _id: 4 } }, { $project: { same: { $eq: ['$bin', new Binary(Buffer.from('z'))] } } }],
    [{ _id: 4, same: false }],
  ],
  [
    '$eq does not enter arrays',
    [{ $match: { _id: 1 } }, { $project: { same: { $eq: ['$items.sku', 'x'] } } }],
    [{ _id: 1, same: false }],
  ],
  [
    '$filter, $map and $size',
    [
      { $match: { _id: 1 } },
      {
        $project: {
          big: { $size: { $filter: { input: '$items', as: 'i', cond: { $gt: ['$$i.n', 1] } } } },
          skus: { $map: { input: '$items', as: 'i', in: '$$i.sku' } },
        },
      },
    ],
    [{ _id: 1, big: 1, skus: ['x', 'y'] }],
  ],
  [
    '$ifNull, $concat, $toString',
    [
      { $match: { _id: 4 } },
      { $project: { t: { $ifNull: ['$total', 0] }, s: { $concat: ['#', { $toString: '$_id' }] } } },
    ],
    [{ _id: 4, t: 0, s: '#4' }],
  ],
  [
    '$dateTrunc',
    [{ $match: { _id: 1 } }, { $project: { d: { $dateTrunc: { date: '$at', unit: 'day' } } } }],
    [{ _id: 1, d: new Date(Date.UTC(2026, 0, 1)) }],
  ],
];

const mistakes: [title: string, pipeline: object[], code: number][] = [
  ['an unknown stage', [{ $frob: {} }], 40324],
  ['a stage with two names', [{ $match: {}, $limit: 1 }], 40323],
  ['an unknown expression', [{ $project: { a: { $frob: 1 } } }], 31325],
  ['an unknown expression within another', [{ $project: { a: { $add: [1, { $frob: 1 }] } } }], 168],
  ['an unknown accumulator', [{ $group: { _id: null, a: { $frob: 1 } } }], 15952],
  ['a $group without _id', [{ $group: { a: { $sum: 1 } } }], 15955],
];

describe('embedded database: aggregation', () => {
  const { fresh, db } = connectBefore();
  let collection: ReturnType<typeof fresh>;
  before(async () => {
    collection = fresh();
    await collection.insertMany(orders as never[]);
  });

  for (const [title, pipeline, expected] of cases) {
    it(title, async () => {
      expect(await collection.aggregate(pipeline).toArray()).to.deep.equal(expected);
    });
  }

  for (const [title, pipeline, code] of mistakes) {
    it(`refuses ${title} with code ${code}`, async () => {
      expect(await failureOf(collection.aggregate(pipeline).toArray())).to.include({ code });
    });
  }

  it('leaves stored documents alone', async () => {
    await collection.aggregate([{ $addFields: { 'items.n': 0 } }]).toArray();
    expect(await collection.findOne({ _id: 2 } as never, { projection: { _id: 0, items: 1 } })).to.deep.equal(
      { items: [{ sku: 'x', n: 3 }] },
    );
  });

  it('looks up by field and by pipeline', async () => {
    const stores = fresh();
    await stores.insertMany([
      { slug: 'a', plan: 1 },
      { slug: 'b', plan: 2 },
    ]);
    const from = stores.collectionName;
    const byField = await collection
      .aggregate([
        { $match: { _id: 1 } },
        { $lookup: { from, localField: 'store', foreignField: 'slug', as: 's' } },
        { $project: { 's.plan': 1 } },
      ])
      .toArray();
    expect(byField).to.deep.equal([{ _id: 1, s: [{ plan: 1 }] }]);
    const pipeline = [
      { $match: { $expr: { $eq: ['$slug', '$$store'] } } },
      { $project: { _id: 0, plan: 1 } },
    ];
    const byPipeline = await collection
      .aggregate([
        { $match: { _id: 3 } },
        { $lookup: { from, let: { store: '$store' }, pipeline, as: 's' } },
        { $project: { s: 1 } },
      ])
      .toArray();
    expect(byPipeline).to.deep.equal([{ _id: 3, s: [{ plan: 2 }] }]);
  });

  it('merges its results into a collection', async () => {
    const target = fresh();
    const pipeline = [
      { $group: { _id: '$store', n: { $sum: 1 } } },
      { $merge: { into: target.collectionName, whenMatched: 'replace' } },
    ];
    await collection.aggregate(pipeline).toArray();
    await collection.aggregate(pipeline).toArray();
    expect(await target.find().sort({ _id: 1 }).toArray()).to.deep.equal([
      { _id: 'a', n: 2 },
      { _id: 'b', n: 2 },
    ]);
  });

  it('aggregates a collection that does not exist', async () => {
    const nothing = db().collection('nothing');
    expect(await nothing.aggregate([{ $group: { _id: null, n: { $sum: 1 } } }]).toArray()).to.deep.equal([]);
    expect(await nothing.countDocuments()).to.equal(0);
  });
});
