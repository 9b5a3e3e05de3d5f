import { expect } from 'chai';
import mongoose from 'mongoose';
import { connectBefore, toFailure } from '../connect.ts';

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
    '$group counts conditionally',
    [{ $group: { _id: null, big: { $sum: { $cond: [{ $gte: ['$total', 10] }, 1, 0] } } } }],
    [{ _id: null, big: 2 }],
  ],
  [
    '$limit and $skip',
    [{ $sort: { _id: 1 } }, { $skip: 1 }, { $limit: 2 }, { $project: { _id: 1 } }],
    [{ _id: 2 }, { _id: 3 }],
  ],
  ['$count', [{ $match: { store: 'a' } }, { $count: 'n' }], [{ n: 2 }]],
  ['$count of nothing gives nothing', [{ $match: { store: 'z' } }, { $count: 'n' }], []],
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
    '$ifNull, $concat, $toString',
    [
      { $match: { _id: 4 } },
      { $project: { t: { $ifNull: ['$total', 0] }, s: { $concat: ['#', { $toString: '$_id' }] } } },
    ],
    [{ _id: 4, t: 0, s: '#4' }],
  ],
];

const mistakes: [title: string, pipeline: object[], code: number][] = [
  ['an unknown stage', [{ $frob: {} }], 40324],
  ['a join', [{ $lookup: { from: 'c', localField: 'a', foreignField: 'b', as: 'c' } }], 40324],
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
      expect(await toFailure(collection.aggregate(pipeline).toArray())).to.include({ code });
    });
  }

  it('aggregates a collection that does not exist', async () => {
    const nothing = db().collection('nothing');
    expect(await nothing.aggregate([{ $group: { _id: null, n: { $sum: 1 } } }]).toArray()).to.deep.equal([]);
    expect(await nothing.countDocuments()).to.equal(0);
  });
});
