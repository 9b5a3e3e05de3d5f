import { expect } from 'chai';
import type { Forward } from '../../../../shared/events/event-model.ts';
import { toTallyNote } from '../../../../workers/track/event-tally.ts';
import type { TrackOutcome } from '../../../../workers/track/track-outcome.ts';

const since = Date.parse('2026-11-21T23:59:30Z');
const first = {
  state: 'pending',
  since: new Date(since),
  jobs: 1,
  attempt: 0,
  retryAfterCount: 0,
  deferrals: 0,
} as const;

const rows: [
  title: string,
  forward: Forward,
  outcome: TrackOutcome,
  afterMs: number,
  counts: string[] | undefined,
][] = [
  ['an event that is delivered at once', first, 'delivered', 50, ['onTime', 'delivered']],
  ['one that waited for a minute', first, 'delivered', 60_000, ['onTime', 'delivered']],
  ['one that waited for longer', first, 'delivered', 60_001, ['late', 'delivered']],
  ['one that its endpoint refuses', first, 'dropped', 50, ['onTime', 'dropped']],
  ['a first attempt that failed', first, 'retry', 50, ['onTime']],
  ['an endpoint that is known to be down', first, 'deferred', 50, ['onTime']],
  ['a later attempt that succeeds', { ...first, attempt: 1 }, 'delivered', 120_000, ['delivered']],
  [
    'one after a wait that the endpoint asked for',
    { ...first, retryAfterCount: 1 },
    'retry',
    120_000,
    undefined,
  ],
  ['one that is put off again', { ...first, deferrals: 1 }, 'deferred', 120_000, undefined],
  ['a worker that stops before the endpoint has responded', first, 'given-back', 50, undefined],
];

describe('the tally of events', () => {
  for (const [title, forward, outcome, afterMs, counts] of rows)
    it(`counts ${title} as ${counts?.join(' and ') ?? 'nothing'}, on the day of its arrival`, () => {
      const note = toTallyNote({ forward }, outcome, since + afterMs);
      expect(note).to.deep.equal(counts && { day: '2026-11-21', counts });
    });
});
