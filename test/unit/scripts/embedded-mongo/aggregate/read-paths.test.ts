import { expect } from 'chai';
import { readPaths } from '../../../../../scripts/embedded-mongo/aggregate/read-paths.ts';
import type { Doc } from '../../../../../scripts/embedded-mongo/bson/types.ts';

const day = { $dateToString: { format: '%Y-%m-%d', date: '$at' } };

const rows: [title: string, pipeline: Doc[], paths: string[] | undefined][] = [
  ['of $count are none', [{ $count: 'n' }], []],
  [
    'of a group by an expression',
    [{ $group: { _id: { day, kind: '$kind' }, n: { $sum: '$amount' } } }],
    ['at', 'kind', 'amount'],
  ],
  [
    'of a condition in an accumulator',
    [{ $group: { _id: null, n: { $sum: { $cond: [{ $gte: ['$a.b', 1] }, '$c', 0] } } } }],
    ['a.b', 'c'],
  ],
  [
    'of a group that keeps whole documents are all',
    [{ $group: { _id: '$a', docs: { $push: '$$ROOT' } } }],
    undefined,
  ],
  ['of any other stage are all', [{ $sort: { a: 1 } }, { $count: 'n' }], undefined],
  ['without a stage are all', [], undefined],
];

describe('the paths that a pipeline of the embedded database reads', () => {
  for (const [title, pipeline, paths] of rows)
    it(title, () => {
      const read = readPaths(pipeline);
      expect(read && [...read]).to.deep.equal(paths);
    });
});
