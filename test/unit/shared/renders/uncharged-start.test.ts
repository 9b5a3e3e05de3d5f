import { expect } from 'chai';
import type { EndingName } from '../../../../shared/renders/states.ts';
import { type EndedRender, isUnchargedStart } from '../../../../shared/renders/uncharged-start.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 22) + seconds * 1000);

/** Claimed once, accepted 2 s after its first byte, with 280 s until its deadline. */
const render = (ending: EndingName, change: Partial<EndedRender> = {}): EndedRender => ({
  ending,
  fence: 1,
  timings: { intake: 2_000 },
  createdAt: at(2),
  deadlineAt: at(280),
  endedAt: at(20),
  ...change,
});
const slow = { timings: { intake: 100_000 }, createdAt: at(100), endedAt: at(280) };
const inTime = { endedAt: at(280) };
const refused = { code: 'MODEL_ERROR', message: 'refused', safety: true } as const;
const broken = { code: 'MODEL_ERROR', message: 'broken' } as const;
const tryOn = { store: 'str_1', items: [] };

const cases: [string, EndedRender, boolean][] = [
  ['cancelled while it ran', render('cancel'), true],
  ['cancelled before a worker claimed it', render('cancel', { fence: 0 }), false],
  ['abandoned by its caller after a worker returned it', render('abandonQueued'), true],
  ['abandoned by its caller while it had only queued', render('abandonQueued', { fence: 0 }), false],
  ['refused for safety reasons', render('fail', { failure: refused }), true],
  ['failed by its providers', render('fail', { failure: broken }), false],
  ['failed at a deadline that a slow upload shortened', render('fail', { failure: broken, ...slow }), true],
  ['failed before the deadline after a slow upload', render('fail', { ...slow, endedAt: at(200) }), false],
  ['expired after a slow upload', render('expire', slow), true],
  ['expired after a quick upload', render('expire', inTime), false],
  ['expired in the queue after a slow upload', render('expire', { ...slow, fence: 0 }), false],
  ['withdrawn because of our 503', render('withdraw'), false],
  ['withdrawn because its API process was lost', render('withdrawQueued'), false],
  ['out of workers', render('exhaust'), false],
  ['succeeded', render('succeed'), false],
  ['cancelled by a shopper', render('cancel', { tryOn }), false],
];

describe('an uncharged start', () => {
  for (const [name, ended, counts] of cases) {
    it(`${counts ? 'is' : 'is not'} a render ${name}`, () =>
      expect(isUnchargedStart(ended)).to.equal(counts));
  }
  it('is no render of the previous release, whose ending is not known', () => {
    const { ending: _, ...former } = render('cancel');
    expect(isUnchargedStart(former)).to.equal(false);
  });
});
