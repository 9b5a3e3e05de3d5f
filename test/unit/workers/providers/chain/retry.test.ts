import { expect } from 'chai';
import { pauseBeforeRetry } from '../../../../../workers/providers/chain/retry.ts';
import { type FailureClass, ProviderError } from '../../../../../workers/providers/provider.ts';

const transient = new ProviderError('unavailable', 'x', { transient: true });
const hung = new ProviderError('failed', 'x', { hung: true });

const facts = (failure: FailureClass, changes: object = {}, retryAfter?: number) => ({
  error: new ProviderError(failure, 'x', retryAfter === undefined ? {} : { retryAfter }),
  failures: 1,
  attempts: 3,
  tryMs: 1_000,
  waitedMs: 0,
  maxWaitMs: 10_000,
  remainingMs: 60_000,
  isLast: false,
  ...changes,
});

describe('pauseBeforeRetry', () => {
  const rows: [string, ReturnType<typeof facts>, number | undefined][] = [
    ['never retries what was rejected', facts('rejected', {}, 1), undefined],
    ['retries a first failure after 250 ms', facts('failed'), 250],
    ['doubles the pause with each failure', facts('failed', { failures: 2 }), 500],
    ['pauses 5 s at most', facts('failed', { failures: 9, attempts: 10 }), 5_000],
    ['stops when the tries are used up', facts('failed', { failures: 3 }), undefined],
    [
      'leaves the rest of the deadline to the next provider after a long try',
      facts('failed', { tryMs: 60_000 }),
      undefined,
    ],
    ['never retries the unavailable', facts('unavailable'), undefined],
    ['leaves an overloaded one to the next provider', facts('unavailable', { error: transient }), undefined],
    [
      'asks an overloaded one once more where no other comes',
      facts('unavailable', { error: transient, isLast: true }),
      2_000,
    ],
    [
      'and not a third time',
      facts('unavailable', { error: transient, isLast: true, waitedMs: 2_000 }),
      undefined,
    ],
    [
      'asks one that refuses our key no second time, last or not',
      facts('unavailable', { isLast: true }),
      undefined,
    ],
    ['waits as long as an unavailable provider asks', facts('unavailable', {}, 4), 4_000],
    ['asks no more than four times a second', facts('unavailable', {}, 0), 250],
    ['waits for no provider beyond the maxWaitMs', facts('unavailable', { waitedMs: 7_000 }, 4), undefined],
    ['uses up no try by waiting', facts('unavailable', { failures: 3 }, 1), 1_000],
    [
      'leaves the time to the next provider after a try that hung',
      facts('failed', { error: hung }),
      undefined,
    ],
    [
      'asks a provider that hung again where no other comes',
      facts('failed', { error: hung, isLast: true }),
      250,
    ],
    ['does not pause into the deadline', facts('failed', { tryMs: 10, remainingMs: 200 }), undefined],
  ];
  for (const [title, given, expected] of rows) {
    it(title, () => {
      expect(pauseBeforeRetry(given)).to.equal(expected);
    });
  }
});
